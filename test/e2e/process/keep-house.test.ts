import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import type { ListedEvent } from '#cli/backend/backend.ts';
import type { Finding } from '#cli/doctor/finding.ts';
import { CliBench, errorOf, linesOf, QUICK, resultOf } from '#test/e2e/process/cli-bench.ts';
import { surfHere } from '#test/e2e/process/surf-here.ts';
import { SurfProcess } from '#test/e2e/process/surf-process.ts';

const bench = new CliBench();

describe('surf delete', () => {
  it('asks first, and leaves nothing of the execution', async () => {
    const { execution } = resultOf(await bench.crawl('--pages', '3'));
    const kept = resultOf(await bench.crawl('--pages', '2'));
    const unasked = await bench.run('delete', execution, '--json');
    const deleted = await bench.run('delete', execution, '--yes', '--json');
    const again = await bench.run('delete', execution, '--yes', '--json');

    expect([unasked.code, unasked.stderr]).toEqual([2, expect.stringContaining(`surf delete ${execution} --yes`)]);
    expect(linesOf(deleted)).toEqual([{ execution, status: 'deleted' }]);
    expect([again.code, errorOf(again).code]).toEqual([4, 'EXECUTION_NOT_FOUND']);
    const files = await readdir(join(bench.data, 'objects'), { recursive: true, withFileTypes: true });
    const owners = files.filter((file) => file.isFile()).map(({ parentPath }) => parentPath.includes(execution));
    expect([owners.length > 0, owners.includes(true)]).toEqual([true, false]);
    expect(resultOf(await bench.run('status', 'last', '--json')).execution).toBe(kept.execution);
  });

  it('keeps what another execution is based on, and says which', async () => {
    const base = resultOf(await bench.crawl('--pages', '3')).execution;
    const above = resultOf(await bench.crawl('--pages', '3', '--base', base)).execution;
    const refused = await bench.run('delete', base, '--yes', '--json');
    const both = await bench.run('delete', above, base, '--yes', '--json');

    expect([refused.code, errorOf(refused).remedy]).toEqual([5, `delete ${above} first`]);
    expect(linesOf(both)).toHaveLength(2);
  });
});

describe('surf status and surf ls', () => {
  it('say when an execution expires, here and on a server, and nothing of one that stays', async () => {
    const kept = resultOf(await bench.crawl('--pages', '2')).execution;
    const { execution } = resultOf(await bench.crawl('--pages', '2', '--retention-days', '3'));
    const here = await bench.run('status', execution);
    const listed = linesOf<{ expiresAt: string | null }>(await bench.run('ls', '--json'));
    const stays = await bench.run('status', kept);
    const server = new SurfProcess(['serve', '--data', bench.data, '--port', '0', '--json']);
    const { address } = JSON.parse(await server.prints()) as { address: string };
    const there = await surfHere(['status', execution, '--api', address]);
    await server.kill();

    const [at] = listed.map(({ expiresAt }) => expiresAt);
    expect(Date.parse(String(at)) - Date.now()).toBeGreaterThan(2.9 * 86_400_000);
    expect(here.stdout).toContain(`\n  expires   ${at}: a server or deployment deletes it then\n`);
    expect(there.stdout).toBe(here.stdout);
    expect(listed[1]?.expiresAt).toBeNull();
    expect(stays.stdout).toContain(kept);
    expect(stays.stdout).not.toContain('expires  ');
  });
});

describe('surf stop --all', () => {
  it('stops every execution that has not ended, of a server too, and no other', async () => {
    const { execution: ended } = resultOf(await bench.crawl('--pages', '2'));
    const server = new SurfProcess(['serve', '--data', bench.data, '--port', '0', '--json', '--allow-private-network']);
    const { address } = JSON.parse(await server.prints()) as { address: string };
    const slow = ['--delay', '5', '--api', address, '--allow-private-network', '--json'];
    const crawls = [1, 2].map((n) => surfHere(['crawl', bench.seed, '--name', `slow ${n}`, ...slow]));
    const running = async () =>
      linesOf<{ status: string }>(await surfHere(['ls', '--json', '--api', address])).filter(
        ({ status }) => status === 'running',
      ).length;
    while ((await running()) < 2) await setTimeout(100);
    const stopped = linesOf<{ execution: string; status: string }>(
      await surfHere(['stop', '--all', '--json', '--api', address]),
    );
    const ends = await Promise.all(crawls);
    await server.kill();
    const nothing = await bench.run('stop', '--all');
    const both = await bench.run('stop', 'last', '--all', '--json');

    expect(stopped.map(({ status }) => status)).toEqual(['stopped', 'stopped']);
    expect(stopped.map(({ execution }) => execution)).not.toContain(ended);
    expect(ends.map((end) => resultOf(end).status)).toEqual(['stopped', 'stopped']);
    expect([nothing.code, nothing.stderr]).toEqual([0, expect.stringContaining('no execution runs')]);
    expect([both.code, errorOf(both).remedy]).toEqual([2, 'surf stop last, or surf stop --all']);
  });
});

describe('surf stop --all, with schedules', () => {
  it('names those that start executions again and the command that takes each away, here and on a server', async () => {
    await bench.crawl('--pages', '2');
    const quiet = await bench.run('stop', '--all');
    const folder = join(bench.folder, 'workflows');
    await mkdir(folder);
    const slow = { seeds: [bench.seed], politeness: { delaySeconds: 5 } };
    for (const name of ['two words', 'manual'])
      await writeFile(join(folder, `${name}.json`), JSON.stringify({ name, ...slow }));
    await bench.run('apply', folder, '--yes');
    await bench.run('schedule', 'two words', 'rate(1 day)');
    await bench.run('schedule', 'manual', 'rate(2 days)', '--name', 'off', '--off');
    const one = await bench.run('stop', '--all');
    await bench.run('schedule', 'manual', 'rate(2 days)', '--name', 'slow');
    const server = new SurfProcess(['serve', '--data', bench.data, '--port', '0', '--json', '--allow-private-network']);
    const { address } = JSON.parse(await server.prints()) as { address: string };
    const two = await surfHere(['stop', '--all', '--json', '--api', address]);
    const crawl = surfHere(['run', 'manual', '--allow-private-network', '--api', address]);
    while ((await surfHere(['ls', '--api', address])).stdout.includes('running') === false) await setTimeout(100);
    const single = await surfHere(['stop', 'last', '--api', address]);
    await crawl;
    await server.kill();

    expect(quiet.stderr).not.toContain('schedule');
    expect(one.stderr.trimEnd().split('\n').slice(1)).toEqual([
      '1 schedule starts executions again; to remove it:',
      expect.stringMatching(/^ {2}surf schedule 'two words' --remove --name default {2}# next \d{4}-/),
    ]);
    expect(two.stderr).toContain('2 schedules start executions again; to remove them:');
    expect(two.stderr).toContain(`  surf schedule manual --remove --name slow --api ${address}  # next `);
    expect(two.stdout).toBe('');
    expect(single.stderr).toContain('1 schedule starts executions again; to remove it:\n  surf schedule manual ');
    expect(single.stderr).not.toContain('two words');
  });
});

describe('surf events', () => {
  it('says what happened, oldest first, on a server as in a folder', async () => {
    await bench.crawl('--pages', '3');
    const here = linesOf<ListedEvent>(await bench.run('events', 'last', '--json'));
    const server = new SurfProcess(['serve', '--data', bench.data, '--port', '0', '--json']);
    const { address } = JSON.parse(await server.prints()) as { address: string };
    const there = linesOf<ListedEvent>(await surfHere(['events', 'last', '--json', '--api', address]));
    await server.kill();

    expect(here.map(({ type }) => type)).toEqual(expect.arrayContaining(['created', 'started', 'closed', 'finished']));
    expect(there).toEqual(here);
  });
});

describe('surf blocklist', () => {
  it('adds, lists and removes, and the next crawl obeys', async () => {
    const host = new URL(bench.seed).hostname;
    const added = await bench.run('blocklist', 'add', host, '--note', 'a test', '--json');
    const blocked = resultOf(await bench.crawl());
    const listed = await bench.run('blocklist', '--json');
    const removed = await bench.run('blocklist', 'remove', host, '--json');
    const missing = await bench.run('blocklist', 'remove', host, '--json');
    const wrong = await bench.run('blocklist', 'ad', host, '--json');
    await bench.run('blocklist', 'add', host);
    const said = await bench.run('blocklist', 'remove', host);

    expect(linesOf(added)).toMatchObject([{ pattern: host, note: 'a test', by: 'local' }]);
    expect(linesOf(listed)).toEqual(linesOf(added));
    expect(blocked).toMatchObject({ status: 'failed', counts: { stored: 0, skipped: { blocklist: 1 } } });
    expect([removed.code, missing.code, errorOf(missing).code]).toEqual([0, 1, 'ENTRY_NOT_FOUND']);
    expect(errorOf(wrong).remedy).toContain('surf blocklist add PATTERN');
    expect(said.stdout).toBe(`${host}: removed\n`);
    expect(resultOf(await bench.crawl('--pages', '1')).counts.stored).toBe(1);
  });
});

describe('surf doctor', () => {
  it('has a line for each check, and the remedy for a server that does not answer', async () => {
    await bench.run('crawl', bench.seed, ...QUICK, '--pages', '1');
    const here = linesOf<Finding>(await bench.run('doctor', '--json'));
    const gone = await surfHere(['doctor', '--json', '--api', 'http://127.0.0.1:9']);

    expect(here.find(({ check }) => check === 'data folder')).toMatchObject({
      state: 'ok',
      says: expect.stringContaining('1 execution'),
    });
    expect(here.map(({ check }) => check)).toEqual(
      expect.arrayContaining(['node', 'memory', 'dns', 'proxy', 'disk', 'clock']),
    );
    expect(here.filter(({ state, mend }) => (state === 'ok') !== (mend === null))).toEqual([]);
    expect([gone.code, linesOf<Finding>(gone).find(({ check }) => check === 'server')]).toMatchObject([
      1,
      { state: 'fail', mend: 'curl -i http://127.0.0.1:9/health shows what answers there' },
    ]);
  });
});

describe('surf doctor at a server that is not Surf', () => {
  it.each([
    ['a gateway whose function cannot start', 502, { message: 'Internal server error' }, / answered 502, and not as/],
    ['an emulator, whose health is another', 200, { services: {}, version: '1.5.33' }, / answered 200, and not as/],
  ])('says so, with the answer’s status: %s', async (_name, status, body, says) => {
    const server = createServer((_request, response) => {
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    });
    await once(server.listen(0, '127.0.0.1'), 'listening');
    const { port } = server.address() as AddressInfo;

    const findings = linesOf<Finding>(await surfHere(['doctor', '--json', '--api', `http://127.0.0.1:${port}`]));
    server.close();

    expect(findings.find(({ check }) => check === 'server')).toMatchObject({
      state: 'fail',
      says: expect.stringMatching(says),
    });
  });
});

describe('surf completion', () => {
  it('completes commands, flags and last in bash', async () => {
    const { stdout: script } = await surfHere(['completion', 'bash']);
    const complete = async (...words: string[]): Promise<string[]> => {
      const line = `COMP_WORDS=(surf ${words.map((word) => `'${word}'`).join(' ')}); COMP_CWORD=${words.length}; _surf`;
      const { stdout } = await promisify(execFile)('bash', [
        '-c',
        `${script}\n${line}; printf '%s\\n' "\${COMPREPLY[@]}"`,
      ]);
      return stdout.split('\n').filter(Boolean);
    };

    expect(await complete('cra')).toEqual(['crawl']);
    expect(await complete('export', 'la')).toEqual(['last']);
    expect(await complete('crawl', '--pages')).toEqual([
      '--pages-per-pattern',
      '--pages-per-level',
      '--pages',
      '--pages-per-host',
    ]);
  });

  it('is there for zsh and fish, and for no other shell', async () => {
    const [zsh, fish, other] = await Promise.all(
      ['zsh', 'fish', 'csh'].map((shell) => surfHere(['completion', shell, '--json'])),
    );

    expect(zsh?.stdout).toMatch(/^#compdef surf\n/);
    expect(fish?.stdout).toContain('complete -c surf -n __fish_use_subcommand -a crawl');
    expect([other?.code, errorOf(other ?? { code: 0, stdout: '', stderr: '{}' }).remedy]).toEqual([
      2,
      expect.stringContaining('surf completion bash'),
    ]);
  });
});

import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { ROOT } from '#test/architecture/source-files.ts';

const read = (name: string): string => readFileSync(join(ROOT, 'packaging/server', name), 'utf8');

describe('the files of a server', () => {
  it('have an image that runs as a plain user, with one volume and a health check', () => {
    const lines = read('Dockerfile').split('\n');
    const instructions = (word: string): string[] => lines.filter((line) => line.startsWith(`${word} `));

    expect(instructions('USER')).toEqual(['USER node']);
    expect(instructions('VOLUME')).toEqual(['VOLUME /data']);
    expect(instructions('HEALTHCHECK')).toHaveLength(1);
    expect(lines.indexOf('USER node')).toBeGreaterThan(lines.findIndex((line) => line.startsWith('RUN ')));
  });

  it('have a health check that is a program of Node, which asks /health', () => {
    const command = /^HEALTHCHECK .* CMD (\[.+\])$/m.exec(read('Dockerfile'))?.[1] ?? '[]';
    const program = JSON.parse(command) as string[];

    expect(program.slice(0, 2)).toEqual(['node', '-e']);
    expect(spawnSync(process.execPath, ['--check', '-'], { input: program[2] ?? '(' }).status).toBe(0);
    expect(program[2]).toContain("fetch('http://127.0.0.1:8000/health')");
  });

  it('have a container that can write its volume and /tmp alone, without capabilities', () => {
    const { services } = parse(read('compose.yaml')) as { services: { surf: object } };

    expect(services.surf).toMatchObject({
      user: 'node',
      read_only: true,
      tmpfs: ['/tmp'],
      volumes: ['data:/data'],
      cap_drop: ['ALL'],
      security_opt: ['no-new-privileges:true'],
    });
  });

  it('have a unit whose user exists only while it runs, and writes its state alone', () => {
    const unit = read('surf.service').split('\n');

    expect(unit).toEqual(
      expect.arrayContaining([
        'DynamicUser=yes',
        'ProtectSystem=strict',
        'StateDirectory=surf',
        'CapabilityBoundingSet=',
      ]),
    );
  });
});

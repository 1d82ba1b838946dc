// Prints where the time of .ci/run went: its steps, of which some ran side by side, and the test
// files that took longest. Arguments: the times of the steps (seconds, user and system CPU, name, a
// line each), the seconds of the whole run, those of CPU that the machine used meanwhile (0:
// unknown), and the results that Vitest's reporter left as JSON.
import { readFileSync } from 'node:fs';
import { relative } from 'node:path';

const LONGEST = 15;

const [times, whole, used, ...results] = process.argv.slice(2);
const steps = readFileSync(times, 'utf8')
  .trimEnd()
  .split('\n')
  .map((line) => {
    const [, wall, user, system, name] = /^(\d+) (\d+) (\d+) (.*)$/.exec(line) ?? [];
    return { name, wall: Number(wall), cpu: Number(user) + Number(system) };
  });
steps.push({ name: 'all', wall: Number(whole), cpu: steps.reduce((sum, { cpu }) => sum + cpu, 0) });
if (Number(used) > 0) steps.push({ name: 'the machine, with what was killed', wall: Number(whole), cpu: Number(used) });
const files = results
  .flatMap((path) => JSON.parse(readFileSync(path, 'utf8')).testResults ?? [])
  .map(({ name, startTime, endTime }) => ({ name: relative('', name), wall: (endTime - startTime) / 1_000 }))
  .sort((a, b) => b.wall - a.wall);

print('seconds', 'CPU', 'step');
for (const { name, wall, cpu } of steps) print(wall, cpu, name);
process.stdout.write('\n');
print('seconds', '', 'test file');
for (const { name, wall } of files.slice(0, LONGEST)) print(Math.round(wall), '', name);

function print(...[seconds, cpu, what]) {
  process.stdout.write(`${String(seconds).padStart(7)} ${String(cpu).padStart(5)}  ${what}\n`);
}

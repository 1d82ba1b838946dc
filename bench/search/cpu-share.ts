import { mkdirSync, readFileSync, rmdirSync, writeFileSync } from 'node:fs';

const ROOT = '/sys/fs/cgroup/cpu';
/** As Lambda gives a share: of each 20 ms. */
const PERIOD_US = 20_000;
/** Weight of both groups: before all else that runs on the machine. */
const FIRST = 65_536;

/**
 * A share of a CPU for processes that are measured, by cgroups of Linux, version 1, for root only.
 * This process and what it starts come first on the machine, beside them.
 */
export class CpuShare {
  readonly #measured = `${ROOT}/surf-bench-${process.pid}`;
  readonly #beside = `${ROOT}/surf-bench-${process.pid}-beside`;
  /** False: processes have whole CPUs, and the machine's other work beside them. */
  readonly holds: boolean;

  /** @param cpus 0.5 is half a CPU */
  constructor(cpus: number) {
    this.holds = this.#make(cpus);
  }

  /** Gives the share to a process. */
  give(pid: number): void {
    if (this.holds) writeFileSync(`${this.#measured}/cgroup.procs`, String(pid));
  }

  /** What still runs becomes a process like any other. */
  remove(): void {
    if (!this.holds) return;
    for (const group of [this.#measured, this.#beside]) {
      for (const pid of readFileSync(`${group}/cgroup.procs`, 'utf8').trim().split('\n')) {
        if (pid !== '') writeFileSync(`${ROOT}/cgroup.procs`, pid);
      }
      rmdirSync(group);
    }
  }

  #make(cpus: number): boolean {
    try {
      for (const group of [this.#measured, this.#beside]) {
        mkdirSync(group);
        writeFileSync(`${group}/cpu.shares`, String(FIRST));
      }
      writeFileSync(`${this.#measured}/cpu.cfs_period_us`, String(PERIOD_US));
      writeFileSync(`${this.#measured}/cpu.cfs_quota_us`, String(Math.round(PERIOD_US * cpus)));
      writeFileSync(`${this.#beside}/cgroup.procs`, String(process.pid));
      return true;
    } catch {
      return false;
    }
  }
}

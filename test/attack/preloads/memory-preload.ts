import './measure-preload.ts';
import { existsSync, rmSync } from 'node:fs';
import { isMainThread } from 'node:worker_threads';

/**
 * Loaded into each thread of an attacked process: the first worker thread that finds the file
 * ATTACK_HOG removes it, and takes memory until V8 ends the thread.
 */
const { ATTACK_HOG = '' } = process.env;
const LOOK_MS = 20;
const PIECE = 100_000;

if (!isMainThread && ATTACK_HOG !== '') {
  setInterval(() => {
    if (!existsSync(ATTACK_HOG)) return;
    rmSync(ATTACK_HOG, { force: true });
    const kept: number[][] = [];
    for (;;) kept.push(Array.from({ length: PIECE }, (_, n) => kept.length * PIECE + n));
  }, LOOK_MS).unref();
}

import './measure-preload.ts';

/**
 * Loaded before `surf` in an attacked process: from an instant on the system clock is off, in all
 * threads alike. CLOCK_FROM: that instant in true epoch ms; CLOCK_BY: milliseconds.
 */
const { CLOCK_FROM = '', CLOCK_BY = '' } = process.env;
const trueNow = Date.now.bind(Date);
const from = Number(CLOCK_FROM);
const by = Number(CLOCK_BY);
Date.now = () => {
  const now = trueNow();
  return now < from ? now : now + by;
};

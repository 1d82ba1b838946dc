import { DEMO_HOSTS, DEMO_PORT, demoSite } from '#demo/demo-site.ts';
import { startSite } from '#test/site/site.ts';

/**
 * The demo sites for as long as this process runs, on the addresses that the console suggests. Says
 * nothing.
 */
const { handler } = demoSite();
const site = await startSite({ hosts: DEMO_HOSTS, port: DEMO_PORT, handler });
/** The channel to the parent keeps a process alive, so that it is closed, too. */
const end = (): void => {
  if (process.connected) process.disconnect();
  void site.close();
};
process.once('SIGTERM', end);
process.once('disconnect', end);

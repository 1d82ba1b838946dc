import { readFileSync } from 'node:fs';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { openDeployedApi } from '#test/deploy/deployed/deployed-api.ts';
import { commandLineScript } from '#test/e2e/command-line/command-line-script.ts';
import { removeFolder, temporaryFolder } from '#test/e2e/crawls/embedded-crawl.ts';

commandLineScript('at a deployment', async () => {
  const api = await openDeployedApi();
  const { certificate } = api.deployment;
  if (certificate !== null) trust(certificate);
  const home = temporaryFolder();
  return {
    flags: [],
    environment: {
      SURF_API: api.url,
      SURF_KEY: api.key,
      XDG_CONFIG_HOME: home,
      ...(certificate !== null && { NODE_EXTRA_CA_CERTS: certificate }), // read when a process starts
    },
    async close() {
      removeFolder(home);
      await api.close();
    },
  };
});

/** Commands in the process of the test trust the emulator too. */
function trust(certificate: string): void {
  setDefaultCACertificates([...getCACertificates('default'), readFileSync(certificate, 'utf8')]);
}

import { App } from 'aws-cdk-lib';
import { appSettings } from '../../infra/app-settings.ts';
import { codeIn } from '../../infra/constructs/functions/function-code.ts';
import { addCheckedStack } from '../../infra/surf-app.ts';

/**
 * The app of a checkout (infra/app.ts) with functions that were bundled before, in the folder that
 * SURF_FUNCTIONS names. The test of `npm run deploy:local` deploys the app itself.
 */
const app = new App();
addCheckedStack(app, { ...appSettings(app, process.env), code: codeIn(process.env.SURF_FUNCTIONS ?? '') });

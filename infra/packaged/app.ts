import { App } from 'aws-cdk-lib';
import { appSettings } from '../app-settings.ts';
import { addSurfStack } from '../surf-stack.ts';
import { PACKED_CODE } from './packed-code.ts';

/**
 * The app that the CDK runs for `surf-aws`: the stack of a checkout, with the functions of the
 * package.
 */
const app = new App();

addSurfStack(app, { ...appSettings(app, process.env), code: PACKED_CODE });

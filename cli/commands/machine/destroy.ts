import { awsCommand } from '#cli/deployment/aws-package.ts';

/** `surf destroy` */
export const run = awsCommand('destroy');

import { awsCommand } from '#cli/deployment/aws-package.ts';

/** `surf deploy` */
export const run = awsCommand('deploy');

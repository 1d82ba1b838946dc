/**
 * Prefix of all secrets of a deployment; workers may read these and no other. Imports nothing: the
 * stack (infra/) has it too.
 */
export const secretPrefix = (stage: string): string => `surf/${stage}/`;

/** Name of a secret in AWS Secrets Manager. @param owner in the form of `ownerName` of core */
export const secretId = (stage: string, owner: string, name: string): string =>
  `${secretPrefix(stage)}${owner}/${name}`;

import { Token } from 'aws-cdk-lib';

/**
 * What cdk-nag calls a part of an ARN: its value where the stack knows it (`-c region=…`), else the
 * name of the pseudo parameter.
 */
export const nagName = (value: string, pseudo: string): string =>
  Token.isUnresolved(value) ? `<AWS::${pseudo}>` : value;

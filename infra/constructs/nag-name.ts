import { Token } from 'aws-cdk-lib';

/**
 * Name by which cdk-nag refers to a part of an ARN: its value if the stack knows it
 * (`-c region=…`), else the name of the pseudo parameter.
 */
export const nagName = (value: string, pseudo: string): string =>
  Token.isUnresolved(value) ? `<AWS::${pseudo}>` : value;

// Surf beside your resources, in an app of the CDK: npx cdk deploy -a 'node own-cdk-app.ts'
// Needs npm install @surf-crawler/aws, which brings aws-cdk-lib and constructs
import { SurfCrawler } from '@surf-crawler/aws';
import { App, CfnOutput, Stack } from 'aws-cdk-lib';
import { Topic } from 'aws-cdk-lib/aws-sns';

const stack = new Stack(new App(), 'Crawling');
const surf = new SurfCrawler(stack, 'Surf', {
  stage: 'shop',
  contact: 'crawl@example.org', // owners of crawled sites reach you here
  maxWorkers: 20,
  alarms: { usdPerDay: 5 },
});

const reader = new Topic(stack, 'Reader'); // something of yours
new CfnOutput(stack, 'Console', { value: surf.url });
new CfnOutput(stack, 'ReaderArn', { value: reader.topicArn });

import { Construct } from 'constructs';
import type { Deployment } from '../../config/deployment.ts';
import { ArchiveBucket } from './archive-bucket.ts';
import { DynamoTable } from './dynamo-table.ts';

/** All storage of a deployment: four tables and the bucket. */
export class Stores extends Construct {
  readonly workflows: DynamoTable;
  readonly tasks: DynamoTable;
  readonly units: DynamoTable;
  readonly hosts: DynamoTable;
  readonly archive: ArchiveBucket;

  constructor(scope: Construct, id: string, deployment: Deployment) {
    super(scope, id);
    this.workflows = new DynamoTable(this, 'Workflows', { ...deployment, name: 'workflows' });
    this.tasks = new DynamoTable(this, 'Tasks', { ...deployment, name: 'tasks' });
    this.units = new DynamoTable(this, 'Units', { ...deployment, name: 'units' });
    this.hosts = new DynamoTable(this, 'Hosts', { ...deployment, name: 'hosts' });
    this.archive = new ArchiveBucket(this, 'Archive', deployment);
  }
}

import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import S3rver from 's3rver'
import { createNetworkGate } from '@engine/platform/network-gate'
import { S3Bucket } from '@engine/storage/shared/s3-bucket'
import { readS3Place } from '@engine/storage/shared/s3-place'

/** A server that speaks S3 on a free port of this machine, with one bucket. It knows no conditional writes. */
export async function startS3Server() {
  const directory = await mkdtemp(join(tmpdir(), 'cairn-s3-'))
  const server = new S3rver({
    ...{ port: 0, address: '127.0.0.1', silent: true, directory },
    configureBuckets: [{ name: 'team', configs: [] }],
  })
  const { port } = await server.run()
  const environment = {
    AWS_ACCESS_KEY_ID: 'S3RVER',
    AWS_SECRET_ACCESS_KEY: 'S3RVER',
    AWS_ENDPOINT_URL: `http://127.0.0.1:${port}`,
  }
  return {
    environment,
    bucket: (prefix: string) => bucketAt(`s3://team/${prefix}`, environment),
    close: async () => {
      await server.close()
      await rm(directory, { recursive: true, force: true })
    },
  }
}

/** A bucket behind a gate that lets nothing leave this machine. */
export function bucketAt(address: string, environment: Readonly<Record<string, string>>): S3Bucket {
  const gate = createNetworkGate({ allowedHosts: () => [], now: () => 0 })
  return new S3Bucket(readS3Place(address, environment), { gate, pauseMs: 1 })
}

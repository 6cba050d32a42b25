import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import { createNetworkGate } from '@engine/platform/network-gate'
import { S3Bucket } from '@engine/storage/shared/s3-bucket'
import { readS3Place } from '@engine/storage/shared/s3-place'
import { startS3Way } from './s3-way'

/** A server that speaks S3 on a free port of this machine, with one bucket. It knows no conditional writes. In a thread of its own: an engine that is at
 * work in the test’s must not hold up what others ask of it. */
export async function startS3Server() {
  const real = await realServer()
  if (real) return real
  const directory = await mkdtemp(join(tmpdir(), 'cairn-s3-'))
  const thread = new Worker(new URL('s3-server-thread.mjs', import.meta.url), {
    workerData: { directory, bucket: 'team' },
  })
  const port = await new Promise<unknown>((resolve, reject) => thread.once('message', resolve).once('error', reject))
  const environment = {
    AWS_ACCESS_KEY_ID: 'S3RVER',
    // It takes any.
    AWS_SECRET_ACCESS_KEY: 'pelican-lamp-secret',
    AWS_ENDPOINT_URL: `http://127.0.0.1:${String(port)}`,
  }
  return {
    environment,
    bucket: (prefix: string) => bucketAt(`s3://team/${prefix}`, environment),
    close: async () => {
      await thread.terminate()
      await rm(directory, { recursive: true, force: true })
    },
  }
}

/**
 * Another server, whose address `CAIRN_TEST_S3` names and whose credentials the usual variables; its bucket `team` has to be new (docs/shared-library.md).
 * There is a way to it for each who starts it, which is shut when that one closes it: the server itself goes on.
 */
async function realServer() {
  const { CAIRN_TEST_S3: address, AWS_ACCESS_KEY_ID = '', AWS_SECRET_ACCESS_KEY = '' } = process.env
  if (!address) return undefined
  const way = await startS3Way(address)
  const environment = { AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY, AWS_ENDPOINT_URL: way.address }
  const bucket = (prefix: string) => bucketAt(`s3://team/${prefix}`, environment)
  return { environment, bucket, close: () => way.close() }
}

/** A bucket behind a gate that lets nothing leave this machine. */
export function bucketAt(address: string, environment: Readonly<Record<string, string>>): S3Bucket {
  const gate = createNetworkGate({ allowedHosts: () => [], now: () => 0 })
  return new S3Bucket(readS3Place(address, environment), { gate, pauseMs: 1 })
}

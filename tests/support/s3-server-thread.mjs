import { parentPort, workerData } from 'node:worker_threads'
import S3rver from 's3rver'

/*
 * The thread of `s3-server.ts`: serves one bucket from a folder on a free port, which it tells, until it is ended.
 *
 * Plain JavaScript, because a thread starts from a file as it is. s3rver answers from the disk, file by file and several for each
 * object, so that a list of some hundred objects keeps a loop busy for a while.
 */

const { directory, bucket } = workerData
const server = new S3rver({
  address: '127.0.0.1',
  // Any that is free.
  port: 0,
  silent: true,
  directory,
  configureBuckets: [{ name: bucket, configs: [] }],
})
const { port } = await server.run()
parentPort?.postMessage(port)

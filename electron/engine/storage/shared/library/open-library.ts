import { randomBytes } from 'node:crypto'
import { hostname, userInfo } from 'node:os'
import { join } from 'node:path'
import { z } from 'zod'
import { readJson, writeJsonDurably } from '@engine/platform/durable-files'
import type { NetworkGate } from '@engine/platform/network-gate'
import type { Bucket } from '@engine/ports/storage/bucket'
import { libraryPurpose, S3Bucket } from '../s3-bucket'
import { readS3Place, type S3Place } from '../s3-place'
import type { TableAccess } from './bucket-tables'
import { SharedLibrary } from './shared-library'

export interface OpenLibraryOptions {
  /** `s3://bucket/prefix`. */
  readonly address: string
  /** What AWS's own tools read: see `readS3Place`. */
  readonly environment: Readonly<Record<string, string | undefined>>
  readonly gate: Pick<NetworkGate, 'fetch' | 'requireOnline'>
  readonly log: (line: string) => void
  /** As in `SharedLibraryParts`, for tests. */
  readonly times?: { readonly idleMs?: number; readonly lastsMs?: number } | undefined
}

/** A shared library and the ways to it. */
export interface OpenedLibrary {
  readonly library: SharedLibrary
  readonly bucket: Bucket
  readonly access: TableAccess
  /** This machine and folder, as sources of documents name it: see `sourceForOthers`. */
  readonly machine: string
}

const Machine = z.object({ machine: z.string() })

/** Opens a library in a bucket for the store in this folder. Throws INVALID_INPUT, and what the bucket throws. */
export async function openLibrary(folder: string, options: OpenLibraryOptions): Promise<OpenedLibrary> {
  const { address, environment, gate, log, times } = options
  const place = readS3Place(address, environment)
  const bucket = new S3Bucket(place, { gate })
  const machine = await machineOf(folder)
  const who = `${nameOfUser()} on ${hostname()}`
  const cache = join(folder, 'library.json')
  const library = await SharedLibrary.open({ bucket, cache, who, log, ...times })
  return { library, bucket, machine, access: accessTo(place, gate) }
}

function accessTo(place: S3Place, gate: Pick<NetworkGate, 'requireOnline'>): TableAccess {
  const { bucket, prefix, endpoint, region, accessKeyId, secretAccessKey, sessionToken, url } = place
  return {
    uriOf: (folder) => `s3://${bucket}/${prefix}${folder}`,
    storageOptions: {
      ...{ awsAccessKeyId: accessKeyId, awsSecretAccessKey: secretAccessKey, awsRegion: region },
      ...(sessionToken !== undefined && { awsSessionToken: sessionToken }),
      ...(endpoint !== undefined && { awsEndpoint: endpoint, allowHttp: String(endpoint.startsWith('http:')) }),
    },
    requireOnline: () => gate.requireOnline(new URL(url), libraryPurpose),
  }
}

/** Made once for each folder: two machines may have the same name. */
async function machineOf(folder: string): Promise<string> {
  const path = join(folder, 'machine.json')
  const { data } = Machine.safeParse(await readJson(path))
  if (data) return data.machine
  const name =
    hostname()
      .replaceAll(/[^\w.-]/g, '')
      .slice(0, 40) || 'machine'
  const machine = `${name}-${randomBytes(4).toString('hex')}`
  await writeJsonDurably(path, { machine })
  return machine
}

function nameOfUser(): string {
  try {
    return userInfo().username
  } catch {
    // A user without a name, as in some containers.
    return 'somebody'
  }
}

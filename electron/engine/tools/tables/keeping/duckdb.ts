import type { DuckDBConnection, DuckDBInstance } from '@duckdb/node-api'
import { CairnError, toCairnError } from '@shared/errors'
import { ToolFailure } from '../../tool-failure'

type DuckDB = typeof import('@duckdb/node-api')

let loading: Promise<DuckDB> | undefined

/** The native module, loaded with the first table. Throws CairnError TOOL_UNAVAILABLE where this machine has no build of it. */
export async function loadDuckDB(): Promise<DuckDB> {
  try {
    loading ??= import('@duckdb/node-api')
    return await loading
  } catch (thrown) {
    loading = undefined
    throw new CairnError(
      'TOOL_UNAVAILABLE',
      'Tables cannot be asked on this machine: the part of Cairn that works them out could not be loaded.',
      'Install Cairn again, or read the figures in the document.',
      { cause: thrown },
    )
  }
}

const unavailable = {
  words: '在这台电脑上不能查询表格：Cairn 用来计算表格的部分无法加载。',
  nextStep: '请重新安装 Cairn，或者在文档中查看数字。',
}

/** What `loadDuckDB` failed with, in both languages: from the thread that reads tables only the English comes. Rethrows all else. */
export function inBothLanguages(thrown: unknown): never {
  const { code, message, action } = toCairnError(thrown)
  if (code !== 'TOOL_UNAVAILABLE') throw thrown
  const [words, nextStep] = [
    { en: message, zh: unavailable.words },
    { en: action, zh: unavailable.nextStep },
  ]
  throw new ToolFailure(code, words, nextStep, { cause: thrown })
}

export interface DuckDBLimits {
  readonly memoryMb: number
  readonly threads: number
}

/** An empty database in memory, without extensions and temporary files. `close` frees it; it must not be used afterwards. */
export async function openInMemory({ memoryMb, threads }: DuckDBLimits): Promise<{
  readonly connection: DuckDBConnection
  readonly close: () => void
}> {
  const { DuckDBInstance: Instance } = await loadDuckDB()
  const instance: DuckDBInstance = await Instance.create(':memory:', {
    temp_directory: '',
    memory_limit: `${memoryMb}MB`,
    threads: String(threads),
    autoinstall_known_extensions: 'false',
    autoload_known_extensions: 'false',
    allow_community_extensions: 'false',
  })
  const connection = await instance.connect()
  return {
    connection,
    close: () => {
      connection.closeSync()
      instance.closeSync()
    },
  }
}

/**
 * Has a database write encrypted files. DuckDB brings AES-GCM along, and refuses to write with it because its nonces are not from a generator made for
 * that: each comes of 64 random bits of the system, where 96 are usual. Two of them must not be the same under one key, so no key is used for more
 * than one file (`FileSalt`), which is written once: with 100,000 blocks the chance is one in four thousand million.
 */
export async function allowEncrypting(connection: DuckDBConnection): Promise<void> {
  await connection.run("SET force_mbedtls_unsafe = 'true'")
}

/** A file to attach; `key` where it is encrypted. */
export interface DuckDBFile {
  readonly path: string
  readonly key?: string | undefined
}

/** What stands between the brackets behind an attached file. */
export function attachOptions({ key }: DuckDBFile, more: readonly string[]): string {
  const sealed = key === undefined ? [] : [`ENCRYPTION_KEY ${quoted(key)}`, `ENCRYPTION_CIPHER 'GCM'`]
  return [...more, ...sealed].join(', ')
}

/** A text as SQL writes it. For paths of Cairn's own files, which statements that attach cannot take as parameters. */
export function quoted(text: string): string {
  return `'${text.replaceAll("'", "''")}'`
}

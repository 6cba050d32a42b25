import { type KeyObject, randomBytes } from 'node:crypto'
import { Worker } from 'node:worker_threads'
import { z } from 'zod'
import { CairnError } from '@shared/errors'
import { timer } from '@engine/platform/deadline'
import { builtFile } from '@engine/platform/paths'
import { WorkQueue } from '@engine/platform/work-queue'

export interface SealedTablesOptions {
  /** The store's folder, absolute. */
  readonly store: string
  readonly temporaryFolder: string
  readonly log: (line: string) => void
  /** The built thread; found beside the running bundle, or in CAIRN_SEALED_TABLES, where not given. */
  readonly file?: string
}

/** A thread that ends of itself is started again so often, counted anew once one has served for a while, in milliseconds. */
const mostStarts = 4
const steadyMs = 10 * 60_000
/** For a thread that is asked to end, or to let go of files. */
const patienceMs = 5_000

/** `let go`: no file is to be open any more that nobody reads. */
export type ToTableThread = 'let go' | 'close'
/** Once it listens, and once it has let go. */
const FromTableThread = z.union([z.object({ port: z.number() }), z.literal('gone')])
export type FromTableThread = z.infer<typeof FromTableThread>

/** The thread that serves the sealed tables of a store to LanceDB, and how LanceDB gets to it. */
export class SealedTables {
  readonly #bucket = `cairn-${randomBytes(8).toString('hex')}`
  readonly #secret = randomBytes(20).toString('hex')
  /** Resolves once it listens. */
  #started: Promise<void> | undefined
  #worker: Worker | undefined
  #port = 0
  #starts = 0
  #lost: CairnError | undefined
  #isClosed = false
  readonly #asks = new WorkQueue()

  constructor(
    private readonly options: SealedTablesOptions,
    readonly key: KeyObject,
  ) {}

  /** Resolves once the tables can be read and written; starts the thread where there is none. Throws STORE_UNUSABLE where there cannot be one any more. */
  async ready(): Promise<void> {
    if (this.#lost) throw this.#lost
    await (this.#started ??= this.#start())
  }

  /** As LanceDB opens a folder of tables. */
  uriOf(folder: string): string {
    return `s3://${this.#bucket}/${folder}`
  }

  /** For LanceDB of this process, and of the one that maintains tables. Only once it is ready. */
  get storageOptions(): Readonly<Record<string, string>> {
    return {
      // Named, or it is looked for on the network.
      ...{ awsAccessKeyId: this.#secret, awsSecretAccessKey: 'cairn', awsRegion: 'us-east-1' },
      ...{ awsEndpoint: `http://127.0.0.1:${this.#port}`, allowHttp: 'true' },
      // Nobody is in between who could change what is sent, and its hash costs as much as sealing it.
      awsUnsignedPayload: 'true',
      ...{ clientMaxRetries: '4', clientRetryTimeout: '20' },
    }
  }

  /** To be called before a folder of tables is moved or deleted: the thread keeps what was read a moment ago open. */
  async letGo(): Promise<void> {
    // One after another: an answer does not say whose question it is of.
    await this.#asks.run(() => this.#ask('let go', 'message'))
  }

  async close(): Promise<void> {
    this.#isClosed = true
    await this.#ask('close', 'exit')
    await this.#worker?.terminate()
  }

  /** Resolves with the answer, or without one where there is no thread, or it takes too long. */
  async #ask(what: ToTableThread, answer: 'message' | 'exit'): Promise<void> {
    const worker = this.#worker
    if (!worker) return
    await new Promise<void>((resolve) => {
      const callOff = timer(patienceMs, () => done())
      const done = () => {
        callOff()
        worker.off(answer, done).off('exit', done)
        resolve()
      }
      worker.once(answer, done).once('exit', done)
      worker.postMessage(what)
    })
  }

  async #start(): Promise<void> {
    this.#starts += 1
    const { store, temporaryFolder, log, file } = this.options
    const bytes = this.key.export()
    const key = new Uint8Array(bytes)
    bytes.fill(0)
    const address = { bucket: this.#bucket, secret: this.#secret, port: this.#port }
    try {
      const worker = new Worker(file ?? builtFile('sealed-table-thread', process.env['CAIRN_SEALED_TABLES']), {
        workerData: { ...address, store, temporaryFolder, key },
        // Nothing of the key stays here.
        transferList: [key.buffer],
      })
      this.#worker = worker
      // It ends with the process.
      worker.unref()
      this.#port = await portOf(worker)
      worker.on('error', (error) => log(`store: the thread of the sealed search tables was lost: ${String(error)}`))
      const since = performance.now()
      worker.once('exit', () => {
        if (this.#worker === worker) this.#worker = undefined
        if (performance.now() - since > steadyMs) this.#starts = 0
        this.#again()
      })
    } catch (thrown) {
      throw (this.#lost = unusable(thrown))
    }
  }

  /** On the same port: LanceDB asks once more there what it was not answered. */
  #again(): void {
    if (this.#isClosed) return
    if (this.#starts >= mostStarts) this.#lost = unusable()
    else {
      this.#started = this.#start()
      // Told to whoever reads or writes next.
      this.#started.catch(() => undefined)
    }
  }
}

function portOf(worker: Worker): Promise<number> {
  return new Promise((resolve, reject) => {
    const ended = (code: number) => reject(new Error(`it ended with exit code ${code}`))
    const done = () => worker.off('error', failed).off('exit', ended)
    const failed = (error: unknown) => {
      done()
      reject(error instanceof Error ? error : new Error(String(error)))
    }
    worker.once('error', failed).once('exit', ended)
    worker.once('message', (raw: unknown) => {
      done()
      const started = FromTableThread.safeParse(raw).data
      if (started !== undefined && started !== 'gone') resolve(started.port)
      else reject(new Error('it said something else than its port'))
    })
  })
}

function unusable(cause?: unknown): CairnError {
  return new CairnError(
    'STORE_UNUSABLE',
    'The thread that opens the encrypted search tables does not run, so nothing can be searched or added.',
    'Close Cairn and start it again: nothing is lost.',
    { cause },
  )
}

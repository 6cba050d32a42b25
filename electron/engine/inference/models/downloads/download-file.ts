import { createHash } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { CairnError, toCairnError } from '@shared/errors'
import type { NetworkGate } from '@engine/platform/network-gate'
import { httpProblem, Interrupted, lengthOf, rangeOf, validatorOf } from './download-response'
import { hashFile, type PartFile } from './part-file'

/** A server's statement about a file. It survives a restart, so that only the missing bytes are fetched. */
export interface FileFacts {
  /** Bytes; null where the server does not say. */
  readonly total: number | null
  /** Identifies this version of the file: its ETag, or the time of its last change. */
  readonly validator: string | null
}

export interface FileTransfer {
  readonly gate: Pick<NetworkGate, 'fetch'>
  readonly url: string
  /** For people. */
  readonly name: string
  readonly allow: readonly string[]
  /** Hex; null where it is not known. */
  readonly sha256: string | null
  /** More than this is not the file: an answer may have no end. */
  readonly maxBytes: number
  /** The file to write. Bytes that are there already are kept, and the download goes on behind them. */
  readonly part: string
  readonly facts: FileFacts
  readonly openPart: (path: string) => Promise<PartFile>
  readonly wait: (ms: number, signal: AbortSignal) => Promise<void>
  readonly signal: AbortSignal
  /** Awaited before the first byte of an answer is written. */
  readonly began: (facts: FileFacts) => Promise<void>
  /** Told how many bytes are there, with every piece that comes. */
  readonly progress: (bytes: number) => void
  /** Awaited now and then with the bytes still to come; throws CairnError DISK_FULL. */
  readonly requireSpace: (bytes: number) => Promise<void>
}

const retries = 3
/** An attempt that brought this much was no failure worth counting. */
const worthwhileBytes = 8_000_000
const spaceEveryBytes = 64_000_000
const maxWaitMs = 60_000
/** Errors after which the downloaded bytes are of no use. */
const worthless: ReadonlySet<string> = new Set(['CHECKSUM_MISMATCH', 'FILE_TOO_LARGE'])

/**
 * Downloads one file into its part file, going on with what is there where the server still has the same. A connection
 * that breaks is tried again three times. Returns whether its checksum was known and agreed. Throws CairnError
 * UNREACHABLE, PERMISSION_DENIED, NOT_FOUND, NETWORK_DENIED, DISK_FULL, CHECKSUM_MISMATCH or FILE_TOO_LARGE (the part is
 * gone then), or what the signal was aborted with; what came is kept.
 */
export async function downloadFile(transfer: FileTransfer): Promise<{ verified: boolean }> {
  const file = await transfer.openPart(transfer.part)
  try {
    const attempt = new Attempts(transfer, file)
    await attempt.begin()
    for (let failures = 0; ;) {
      const before = attempt.bytes
      try {
        if (await attempt.once()) break
      } catch (thrown) {
        if (transfer.signal.aborted) throw thrown
        if (!(thrown instanceof Interrupted)) throw thrown
        failures = attempt.bytes - before >= worthwhileBytes ? 1 : failures + 1
        if (failures > retries) throw thrown.problem
        const pause = Math.max(thrown.afterMs, 1000 * 4 ** (failures - 1))
        await transfer.wait(Math.min(pause, maxWaitMs), transfer.signal)
      }
    }
    await file.sync()
    attempt.check()
  } catch (thrown) {
    if (thrown instanceof CairnError && worthless.has(thrown.code)) await rm(transfer.part, { force: true })
    if (transfer.signal.aborted && transfer.signal.reason instanceof CairnError) throw transfer.signal.reason
    throw toCairnError(thrown)
  } finally {
    await file.close()
  }
  return { verified: transfer.sha256 !== null }
}

/** The tries to get one file, and how far they have come. */
class Attempts {
  bytes: number
  #facts: FileFacts
  #hash = createHash('sha256')
  #startedAnew = 0

  constructor(
    private readonly transfer: FileTransfer,
    private readonly file: PartFile,
  ) {
    this.bytes = file.size
    this.#facts = transfer.facts
  }

  async begin(): Promise<void> {
    if (this.bytes > 0 && this.#facts.validator === null) await this.#anew()
    await hashFile(this.transfer.part, this.bytes, this.#hash, this.transfer.signal)
    this.transfer.progress(this.bytes)
  }

  /** Asks for the missing bytes; false where the file must be asked for anew. */
  async once(): Promise<boolean> {
    const { gate, url, name, allow, signal } = this.transfer
    const { validator } = this.#facts
    const goesOn = this.bytes > 0 && validator !== null
    if (!goesOn && this.bytes > 0) await this.#anew()
    const headers = {
      // A compressed answer has other lengths than the file.
      'accept-encoding': 'identity',
      ...(goesOn ? { range: `bytes=${this.bytes}-`, 'if-range': validator } : {}),
    }
    let response: Response
    try {
      response = await gate.fetch(url, { purpose: `Download ${name}`, allow, headers, signal })
    } catch (thrown) {
      if (thrown instanceof CairnError && thrown.code === 'UNREACHABLE') throw new Interrupted(thrown)
      throw thrown
    }
    const usable = await this.#isUsable(response).catch(async (thrown: unknown) => {
      await response.body?.cancel().catch(() => undefined)
      throw thrown
    })
    if (usable) return this.#read(response)
    await response.body?.cancel()
    return this.#facts.total !== null && this.bytes === this.#facts.total && response.status === 416
  }

  /** Size and checksum. Throws CairnError CHECKSUM_MISMATCH. */
  check(): void {
    const { sha256, name } = this.transfer
    const { total } = this.#facts
    const isWhole = total === null || total === this.bytes
    if (isWhole && (sha256 === null || this.#hash.digest('hex') === sha256)) return
    const what = isWhole ? 'Its checksum is not the published one' : 'Its size is not what the server announced'
    const action = 'Try again; if it stays so, the file was changed, or the mirror is not to be trusted.'
    throw new CairnError('CHECKSUM_MISMATCH', `${name} came, but wrong. ${what}, so it was thrown away.`, action)
  }

  async #anew(): Promise<void> {
    await this.file.empty()
    this.bytes = 0
    this.#hash = createHash('sha256')
    this.#facts = { total: null, validator: null }
    this.transfer.progress(0)
  }

  /** Whether the answer's body holds the missing bytes. Throws for an answer that is no file. */
  async #isUsable(response: Response): Promise<boolean> {
    const validator = validatorOf(response)
    if (response.status === 200) {
      if (this.bytes > 0) await this.#anew()
      await this.#begins({ total: lengthOf(response), validator })
      return true
    }
    if (response.status === 206) {
      const range = rangeOf(response)
      const isSame = validator === null || this.#facts.validator === null || validator === this.#facts.validator
      if (range?.start === this.bytes && isSame) {
        await this.#begins({ total: range.total, validator: validator ?? this.#facts.validator })
        return true
      }
    } else if (response.status === 416) {
      const whole = rangeOf(response)?.total ?? null
      if (whole !== null && whole === this.bytes && (validator === null || validator === this.#facts.validator)) {
        this.#facts = { ...this.#facts, total: whole }
        return false
      }
    } else {
      await response.body?.cancel()
      throw httpProblem(response, this.transfer.name)
    }
    this.#startedAnew += 1
    if (this.#startedAnew > retries) {
      await response.body?.cancel()
      const message = `${new URL(this.transfer.url).host} does not send ${this.transfer.name} as it was asked to.`
      throw new CairnError('UNREACHABLE', message, 'Try again later, or choose another mirror.')
    }
    await this.#anew()
    return false
  }

  async #begins(facts: FileFacts): Promise<void> {
    this.#requireSensible(facts.total ?? 0)
    this.#facts = facts
    await this.transfer.began(facts)
  }

  #requireSensible(bytes: number): void {
    const { maxBytes, name, url } = this.transfer
    if (bytes <= maxBytes) return
    const message = `${new URL(url).host} sends far more than ${name} has, so it was thrown away.`
    throw new CairnError('FILE_TOO_LARGE', message, 'Try again later, or choose another mirror.')
  }

  async #read(response: Response): Promise<boolean> {
    const { signal, name } = this.transfer
    const cut = `The connection broke while ${name} was coming.`
    let unchecked = 0
    const reader = response.body?.getReader()
    try {
      for (;;) {
        const piece = await reader?.read().catch((thrown: unknown) => {
          if (signal.aborted) throw thrown
          throw interruptedBy(cut, thrown)
        })
        if (!piece || piece.done) break
        this.#requireSensible(this.bytes + piece.value.byteLength)
        await this.file.write(piece.value)
        this.#hash.update(piece.value)
        this.bytes += piece.value.byteLength
        this.transfer.progress(this.bytes)
        signal.throwIfAborted()
        unchecked += piece.value.byteLength
        if (unchecked < spaceEveryBytes) continue
        unchecked = 0
        await this.transfer.requireSpace(Math.max(0, (this.#facts.total ?? 0) - this.bytes))
      }
    } finally {
      // Leaving early must end the answer; after its end this does nothing.
      await reader?.cancel().catch(() => undefined)
    }
    if (this.#facts.total !== null && this.bytes < this.#facts.total) throw interruptedBy(cut, undefined)
    return true
  }
}

function interruptedBy(message: string, cause: unknown): Interrupted {
  return new Interrupted(
    new CairnError('UNREACHABLE', message, 'Go on with it when the connection is better.', { cause }),
  )
}

import { join } from 'node:path'
import { readFile } from 'node:fs/promises'
import { hasCode } from '@shared/errors'
import { replaceDurably } from '@engine/platform/durable-files'
import { parseRates, type Rates, type RatesStore } from './rates'

/** The imported rates as a plain file of the store's folder, as it was imported. */
export class RatesFile implements RatesStore {
  readonly #path: string
  #loaded: Promise<Rates | null> | undefined

  /** `folder` is the store's, absolute. */
  constructor(folder: string) {
    this.#path = join(folder, 'exchange-rates.dat')
  }

  loadRates(): Promise<Rates | null> {
    this.#loaded ??= this.#read().catch((thrown: unknown) => {
      this.#loaded = undefined
      throw thrown
    })
    return this.#loaded
  }

  async importRates(bytes: Uint8Array): Promise<Rates> {
    const rates = parseRates(bytes)
    await replaceDurably(this.#path, bytes, `${this.#path}.new`)
    this.#loaded = Promise.resolve(rates)
    return rates
  }

  async #read(): Promise<Rates | null> {
    try {
      return parseRates(await readFile(this.#path))
    } catch (thrown) {
      if (hasCode(thrown, 'ENOENT', 'ENOTDIR')) return null
      throw thrown
    }
  }
}

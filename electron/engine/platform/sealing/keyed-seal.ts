import type { KeyObject } from 'node:crypto'
import { CairnError } from '@shared/errors'

/** Which key seals what a store writes, and whether that is wanted by now. */
export class KeyedSeal {
  #key: KeyObject | undefined
  #seals = false
  #isForgotten = false

  /** Opens what this key has sealed, and from now on seals what is written, or no longer. */
  use(key: KeyObject, seals: boolean): void {
    this.#key = key
    this.#seals = seals
    this.#isForgotten = false
  }

  /** Gives up the key: where anything was sealed, nothing can be written any more. */
  forget(): void {
    this.#isForgotten ||= this.#key !== undefined
    this.#key = undefined
    this.#seals = false
  }

  /** Whether what is written is sealed. */
  get isSealing(): boolean {
    return this.#seals
  }

  /** Undefined where nothing is sealed or was. Throws CANCELLED where it was given up and something would be written in clear. */
  key(): KeyObject | undefined {
    if (this.#isForgotten) throw new CairnError('CANCELLED', 'Cairn is closing.')
    return this.#key
  }
}

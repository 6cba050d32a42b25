import type { AsideInput } from '@shared/api/api'
import type { Change } from '@shared/changes'
import type { CairnEvent } from '@shared/events'
import type { Settings, SettingsPatch } from '@shared/settings'
import { documentNamed, FakeEngine } from './fake-engine'

const live = { revision: 'r', content_hash: '', text_object: '', structure_object: '' }

/** A document whose text can be read. */
export const readableDocument = (name: string, title = name) => documentNamed(name, { title, live })

/** An engine whose answers can be held until they are cancelled, and which tells of changed settings. */
export class DoorEngine extends FakeEngine {
  /** Holds every answer after its first token until it is cancelled. */
  holds = false
  /** Answers begun, and those of them that were cancelled. */
  begun = 0
  cancelled = 0
  #tell: (() => void)[] = []

  override async *askAside(input: AsideInput, signal?: AbortSignal): AsyncGenerator<CairnEvent> {
    this.begun += 1
    let isWhole = false
    // Whoever leaves may read no further event.
    void aborted(signal).then(() => {
      if (!isWhole) this.cancelled += 1
    })
    for await (const event of super.askAside(input, signal)) {
      yield event
      if (event.type !== 'token' || !this.holds) continue
      await aborted(signal)
      return
    }
    isWhole = true
  }

  override async changeSettings(patch: SettingsPatch): Promise<Settings> {
    const settings = await super.changeSettings(patch)
    for (const tell of this.#tell.splice(0)) tell()
    return settings
  }

  override async *watch(signal?: AbortSignal): AsyncGenerator<Change> {
    while (signal?.aborted !== true) {
      yield { type: 'settings', settings: this.settings }
      await Promise.race([new Promise<void>((resolve) => this.#tell.push(resolve)), aborted(signal)])
    }
  }
}

function aborted(signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve) => {
    if (signal?.aborted === true) resolve()
    else signal?.addEventListener('abort', () => resolve(), { once: true })
  })
}

import { vi } from 'vitest'

/** What the stores need of a browser: storage that can be looked into, and events that can be sent. */
export class FakeBrowser {
  readonly stored = new Map<string, string>()
  readonly page = new EventTarget()
  readonly storage = {
    getItem: (key: string) => this.stored.get(key) ?? null,
    setItem: (key: string, value: string) => void this.stored.set(key, value),
    removeItem: (key: string) => void this.stored.delete(key),
    key: (at: number) => [...this.stored.keys()][at] ?? null,
    get length() {
      return 0
    },
  }

  constructor() {
    const { stored } = this
    Object.defineProperty(this.storage, 'length', { get: () => stored.size })
    const page = Object.assign(this.page, {
      location: { hash: '' },
      innerWidth: 1280,
      history: { pushState: () => undefined, replaceState: () => undefined },
    })
    vi.stubGlobal('window', page)
    vi.stubGlobal('document', Object.assign(new EventTarget(), { visibilityState: 'visible' }))
    vi.stubGlobal('localStorage', this.storage)
  }

  /** Puts a value where another tab would, and says so; null takes it away. */
  changeElsewhere(key: string, value: unknown): void {
    const newValue = value === null ? null : JSON.stringify({ at: Date.now(), value })
    if (newValue === null) this.stored.delete(key)
    else this.stored.set(key, newValue)
    this.page.dispatchEvent(Object.assign(new Event('storage'), { key, newValue, storageArea: this.storage }))
  }

  leave(): void {
    this.page.dispatchEvent(new Event('pagehide'))
  }

  valueOf(key: string): unknown {
    const text = this.stored.get(key)
    return text === undefined ? undefined : (JSON.parse(text) as { value: unknown }).value
  }
}

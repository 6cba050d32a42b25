import { z } from 'zod'
import { create } from 'zustand'

const writeAfterMs = 200
const Stored = z.object({ at: z.number(), value: z.unknown() })

/** What is told that nothing a person has typed may lie in the browser's storage any more. */
const keepingWords = new Set<() => void>()
const storedSealed = storedValue('localStorage', 'cairn.sealed', z.boolean())
let wordsStay = storedSealed.read() !== true

/**
 * Whether what a person types, and how they name chats, may outlive the page: not where chats are encrypted, whose words would stand here in
 * clear. It is known from one page to the next.
 */
export function letWordsStay(stay: boolean): void {
  wordsStay = stay
  if (stay && storedSealed.read() === null) return
  storedSealed.write(!stay)
  if (!stay) for (const forget of keepingWords) forget()
}

/**
 * Values that outlive the page, each under its own key of the browser's storage, so that no tab overwrites what
 * another keeps. Writing is put off for a moment; `flush` writes at once. Beyond `most`, the longest unwritten go.
 */
export class KeptEntries<T> {
  readonly #pending = new Map<string, T | null>()
  /** What this page has written and not taken back; other tabs do not change it here. */
  readonly #own = new Set<string>()
  #timer: ReturnType<typeof setTimeout> | undefined

  constructor(
    private readonly prefix: string,
    private readonly shape: z.ZodType<T>,
    private readonly most: number,
    /** They are a person's own words: see `letWordsStay`. */
    private readonly areWords = false,
  ) {
    if (areWords) keepingWords.add(() => this.#forget())
  }

  /** All kept values of the right shape; others are deleted. */
  readAll(): Record<string, T> {
    if (!this.#mayStay) return {}
    try {
      const found = this.#storedKeys().map((key) => ({ key, ...this.#parse(localStorage.getItem(this.prefix + key)) }))
      found.sort((a, b) => b.at - a.at)
      const good = found.filter(({ value }) => value !== null).slice(0, this.most)
      for (const entry of found) if (!good.includes(entry)) localStorage.removeItem(this.prefix + entry.key)
      return Object.fromEntries(good.flatMap(({ key, value }) => (value === null ? [] : [[key, value] as const])))
    } catch {
      // Without storage nothing is kept.
      return {}
    }
  }

  read(key: string): T | null {
    try {
      return this.#parse(localStorage.getItem(this.prefix + key)).value
    } catch {
      return null
    }
  }

  /** Keeps a value; null takes it away. */
  write(key: string, value: T | null): void {
    if (value === null) this.#own.delete(key)
    else this.#own.add(key)
    this.#pending.set(key, value)
    this.#timer ??= setTimeout(() => this.flush(), writeAfterMs)
  }

  flush(): void {
    clearTimeout(this.#timer)
    this.#timer = undefined
    const pending = [...this.#pending]
    this.#pending.clear()
    try {
      for (const [key, value] of pending) {
        if (value === null || !this.#mayStay) localStorage.removeItem(this.prefix + key)
        else localStorage.setItem(this.prefix + key, JSON.stringify({ at: Date.now(), value }))
      }
      if (pending.some(([, value]) => value !== null) && this.#storedKeys().length > this.most) this.readAll()
    } catch {
      // Full or forbidden storage costs the survival of a reload, nothing else.
    }
  }

  /**
   * Writes pending values when the page goes, and reports changes of other tabs (null: removed) but for this page's own
   * values, until the returned function is called.
   */
  follow(changed: (key: string, value: T | null) => void): () => void {
    const leave = () => this.flush()
    const hide = () => document.visibilityState === 'hidden' && this.flush()
    const listen = ({ key: stored, newValue, storageArea }: StorageEvent) => {
      if (storageArea !== localStorage || !stored?.startsWith(this.prefix)) return
      const key = stored.slice(this.prefix.length)
      if (!this.#own.has(key)) changed(key, this.#parse(newValue).value)
    }
    window.addEventListener('pagehide', leave)
    document.addEventListener('visibilitychange', hide)
    window.addEventListener('storage', listen)
    return () => {
      this.flush()
      window.removeEventListener('pagehide', leave)
      document.removeEventListener('visibilitychange', hide)
      window.removeEventListener('storage', listen)
    }
  }

  get #mayStay(): boolean {
    return wordsStay || !this.areWords
  }

  #forget(): void {
    try {
      for (const key of this.#storedKeys()) localStorage.removeItem(this.prefix + key)
    } catch {
      // Without storage nothing is kept.
    }
  }

  #storedKeys(): string[] {
    return Array.from({ length: localStorage.length }, (_, at) => localStorage.key(at))
      .filter((key) => key !== null)
      .filter((key) => key.startsWith(this.prefix))
      .map((key) => key.slice(this.prefix.length))
  }

  #parse(text: string | null): { readonly at: number; readonly value: T | null } {
    try {
      const { at, value } = Stored.parse(JSON.parse(text ?? ''))
      return { at, value: this.shape.parse(value) }
    } catch {
      return { at: 0, value: null }
    }
  }
}

/** A store of kept values by their keys. `set` takes null to remove a value; `follow` is that of `KeptEntries`. */
export function keptStore<T>(prefix: string, shape: z.ZodType<T>, most: number, areWords = false) {
  const kept = new KeptEntries(prefix, shape, most, areWords)
  const useEntries = create<{ readonly entries: Readonly<Record<string, T>> }>(() => ({ entries: kept.readAll() }))
  const show = (key: string, value: T | null) => {
    useEntries.setState(({ entries }) => {
      const others = Object.entries(entries).filter(([other]) => other !== key)
      return { entries: Object.fromEntries(value === null ? others : [...others, [key, value]]) }
    })
  }
  const set = (key: string, value: T | null) => {
    show(key, value)
    kept.write(key, value)
  }
  return { useEntries, set, follow: () => kept.follow(show) }
}

/** One value in the browser's storage. `read` gives null where nothing of the right shape is stored. */
export function storedValue<T>(storage: 'localStorage' | 'sessionStorage', key: string, shape: z.ZodType<T>) {
  const read = (): T | null => {
    try {
      return shape.parse(JSON.parse(globalThis[storage].getItem(key) ?? 'null'))
    } catch {
      return null
    }
  }
  const write = (value: T): void => {
    try {
      globalThis[storage].setItem(key, JSON.stringify(value))
    } catch {
      // Full or forbidden storage costs the memory of the value, nothing else.
    }
  }
  return { read, write }
}

/** As `storedValue`, of a person's own words: see `letWordsStay`. */
export function storedWords<T>(key: string, shape: z.ZodType<T>) {
  const { read, write } = storedValue('localStorage', key, shape)
  keepingWords.add(() => {
    try {
      localStorage.removeItem(key)
    } catch {
      // Without storage nothing is kept.
    }
  })
  return {
    read: () => (wordsStay ? read() : null),
    write(value: T) {
      if (wordsStay) write(value)
    },
  }
}

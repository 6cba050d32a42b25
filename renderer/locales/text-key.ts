import type { ParseKeys } from 'i18next'
import type { en } from './en'

declare module 'i18next' {
  /** Makes every key known to the compiler: a missing English text fails the type check. */
  interface CustomTypeOptions {
    defaultNS: 'app'
    resources: typeof en
  }
}

type Namespace = keyof typeof en

/** A key of one locale file, as `export.title` of `exchange`; a text with a plural goes by its bare key. */
export type TextKey<Ns extends Namespace> = ParseKeys<Ns>

/** What stands below a key of a locale file: `TextKeyBelow<'models', 'facts'>` has `size` for `facts.size`. */
export type TextKeyBelow<Ns extends Namespace, Above extends string> =
  TextKey<Ns> extends infer Key ? (Key extends `${Above}.${infer Below}` ? Below : never) : never

/** The shape of another language's texts: the English one, with one form of a plural (`_other`) where English has two. */
export type Translation<Texts> = {
  readonly [Key in keyof Texts as Key extends `${string}_one` ? never : Key]: Texts[Key] extends string
    ? string
    : Translation<Texts[Key]>
}

/** The locale files that notices take their texts from. */
export const noticeNamespaces = [
  'app',
  'chat',
  'context',
  'diagnostics',
  'evaluation',
  'exchange',
  'graph',
  'library',
  'models',
  'notes',
  'research',
  'sessions',
  'settings',
  'viewer',
] as const

/** A notice's text with its file's name, as `app:undo`. */
export type NoticeKey = Extract<ParseKeys<typeof noticeNamespaces>, `${string}:${string}`>

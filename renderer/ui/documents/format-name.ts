import type { TFunction } from 'i18next'
import { en } from '@renderer/locales/en'

/** A document's format in a list: as the locale files name it, otherwise in capitals, such as RTF. */
export function formatName(t: TFunction<'library'>, format: string): string {
  return isKeyOf(en.library.format, format) ? t(`format.${format}`) : format.toUpperCase()
}

/** A document's format above the open document, where HTML is a web page and CSV a table. */
export function formatTitle(t: TFunction<'viewer'>, format: string): string {
  return isKeyOf(en.viewer.format, format) ? t(`format.${format}`) : format.toUpperCase()
}

/** Whether the locale files have a text of this name. */
export function isKeyOf<Names extends object>(names: Names, key: string): key is keyof Names & string {
  return Object.hasOwn(names, key)
}

import type { DocumentRecord, SearchFilter } from '@shared/documents'
import { typedDays } from '@shared/dates/typed-days'
import { type OptionName, UsageError } from '../../args'
import type { Client, Context } from '../../command'
import { findDocument } from './named-document'

/** The options that limit a search, as a person writes them; several of one kind are divided by commas. */
export const filterOptions = [
  'collection',
  'tag',
  'kinds',
  'dates',
  'changed',
  'documents',
] as const satisfies OptionName[]
export const filterUsage =
  '[--collection name,…] [--tag name,…] [--kinds pdf,…] [--dates 2023..2024-06] [--changed 2024-06-01..] [--documents name,…]'

/** What a search is limited to; undefined for the whole library. Throws UsageError for days that are none and for unknown documents. */
export async function filterOf(context: Context, client: Client, command: string): Promise<SearchFilter | undefined> {
  const names = (option: 'collection' | 'tag' | 'kinds' | 'documents') => list(context.args.text(option))
  const [collections, tags, kinds, wanted] = [names('collection'), names('tag'), names('kinds'), names('documents')]
  const daysOf = (option: 'dates' | 'changed') => list(context.args.text(option)).map((text) => rangeOf(text, command))
  const [days, changed] = [daysOf('dates'), daysOf('changed')]
  const all = wanted.length > 0 ? await client.documents.list({}) : []
  const filter = {
    ...(collections.length > 0 && { collections }),
    ...(tags.length > 0 && { tags }),
    ...(kinds.length > 0 && { formats: kinds.map((kind) => kind.toLowerCase().replace(/^\./u, '')) }),
    ...(days.length > 0 && { dates: days }),
    ...(changed.length > 0 && { changed }),
    ...(wanted.length > 0 && { documents: wanted.map((name) => documentOf(name, all, context, command).id) }),
  }
  return Object.keys(filter).length > 0 ? filter : undefined
}

function list(value: string | undefined): string[] {
  return (value ?? '').split(/[,，]/u).flatMap((part) => part.trim() || [])
}

function rangeOf(text: string, command: string): string {
  const range = typedDays(text)
  if (range === null) throw new UsageError('badDates', { value: text }, command)
  return range
}

/** The one document of a name, id or path. Throws UsageError where there is none, or several. */
export function documentOf(
  wanted: string,
  all: readonly DocumentRecord[],
  context: Context,
  command: string,
): DocumentRecord {
  const found = findDocument(all, { wanted, path: context.resolvePath(wanted) }, context.say)
  if (typeof found === 'string') throw new UsageError('saidAlready', { message: found }, command)
  return found
}

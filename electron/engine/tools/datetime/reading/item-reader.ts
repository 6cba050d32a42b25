import words from '@resources/lexicon/datetime-words.json'
import { PhraseBook } from '../../reading/phrase-book'
import { everyToken, plainWriting, type Token, type TokenReader, tokensOf } from '../../reading/question-tokens'
import { festivalPhrases } from '../calendar/festivals'
import { placePhrases, severalZones } from '../calendar/places'
import { readClock, readDay, readDuration, readLunarDate, readMonth, readOffsetZone, readYear } from './item-phrases'
import type { Item, ReadingContext } from './question-items'

const book = new PhraseBook({
  ...words,
  festival: festivalPhrases,
  place: placePhrases,
  wide: Object.fromEntries(Object.entries(severalZones).map(([name, { names }]) => [name, names])),
})

/** The tokens of a question on dates and times; null where it has other words too. */
export function datetimeTokens(text: string): Token[] | null {
  return tokensOf(plainWriting(text), book, { decimals: false })
}

/** As `datetimeTokens`, with its other words among them; null where it is too long. */
export function toldTokens(text: string): Token[] | null {
  return everyToken(plainWriting(text), book, { decimals: false })
}

/** Kinds of single words that forms look at. */
const keywords = [
  ...[
    'now',
    'time',
    'date',
    'weekday',
    'week_number',
    'day_number',
    'lunar',
    'solar',
    'zodiac',
    'leap',
    'born',
    'how_old',
  ],
  ...[
    'how_long',
    'how_many',
    'unit',
    'ago',
    'after',
    'before',
    'in',
    'until',
    'since',
    'between',
    'to',
    'last_day',
    'year_end',
  ],
  ...[
    'convert',
    'here',
    'difference',
    'ask',
    'zone_word',
    'glue',
    'inclusive',
    'event',
    'person',
    'ending',
    'there',
    'of_documents',
    'when',
  ],
]

/** The parts of a question, all of it; null where a word has no part in any. */
export function readItems(reader: TokenReader, context: ReadingContext): Item[] | null {
  const items = readAllItems(reader, context)
  return items.some(({ is }) => is === 'name') ? null : items
}

/** The parts of a question; words that have no part in any are names. */
export function readAllItems(reader: TokenReader, context: ReadingContext): Item[] {
  const items: Item[] = []
  while (!reader.atEnd) {
    const item = reader.attempt(() => nextItem(reader, context, items.at(-1)))
    items.push(item ?? keyword(reader, { is: 'name' }))
  }
  return items
}

function nextItem(reader: TokenReader, context: ReadingContext, previous: Item | undefined): Item | null {
  const readers = [readLunarDate, readDay, readDuration, readClock, readMonth, readYear, readOffsetZone]
  for (const read of readers) {
    const item = reader.attempt(() => read(reader, context, previous))
    if (item) return item
  }
  const place = reader.peek('place')
  if (place !== undefined) {
    reader.skipOne()
    // Sydney, Australia
    reader.attempt(() => (reader.take('comma') !== undefined && reader.take('wide') !== undefined ? true : null))
    return { is: 'place', place }
  }
  const wide = reader.peek('wide')
  if (wide !== undefined) return keyword(reader, { is: 'wide', country: wide })
  const kinds = keywords.filter((kind) => reader.peek(kind) !== undefined)
  return kinds.length > 0 ? keyword(reader, { is: 'word', kinds, unit: reader.peek('unit') }) : null
}

function keyword(reader: TokenReader, item: Item): Item {
  reader.skipOne()
  return item
}

import { plainText } from '@engine/critic/facts/comparable-text'
import { namesIn } from '@engine/critic/facts/proper-names'
import { quantitiesIn } from '@engine/critic/facts/quantities'
import { type AspectKind, anyOf } from '@engine/question/goal/goal-words'
import lexicon from '@resources/lexicon/aspect-signs.json'
import { dateIn } from './claim-date'

type Worded = keyof typeof lexicon
const patterns = new Map(
  Object.entries(lexicon).map(([kind, { en, zh }]) => [
    kind,
    new RegExp(String.raw`\b(?:${anyOf(en)})\b|${anyOf(zh)}`, 'iu'),
  ]),
)

const currencies = /[$€£¥]|\b(?:euros?|dollars?|pounds?|yuan|francs?|EUR|USD|CHF|GBP|RMB)\b|[元块]|费|价/iu

/** These show by a date, a figure or a name, whatever else a sentence says. */
const shownBySigns: ReadonlySet<AspectKind> = new Set(['dates', 'figures', 'costs', 'people'])
/** A sentence that lacks the sign of these says nothing in that respect; of the others it may, in other words. */
const indispensable: ReadonlySet<AspectKind> = new Set([...shownBySigns, 'definitions', 'open_questions'])
/** "Baseflow: what runs without rain", and a row that begins with what it explains. */
const headed = /^[^|:：。]{1,40}(?:\s\|\s|[:：]\s?)\S/u

/** Whether a sentence shows that it speaks in a respect: it holds a date, a figure, a name, or a word that goes with it. */
export function showsAspect(text: string, kind: AspectKind): boolean {
  switch (kind) {
    case 'dates':
      return dateIn(text, '2000') !== null
    case 'figures':
      return quantitiesIn(plainText(text)).some(({ date }) => date === null)
    case 'costs':
      return currencies.test(text) && quantitiesIn(plainText(text)).length > 0
    case 'people':
      return namesIn(text).length > 0
    case 'definitions':
      return headed.test(text) || (patterns.get(kind)?.test(text) ?? false)
    default:
      return patterns.get(kind satisfies Worded)?.test(text) ?? false
  }
}

/** What showing or lacking the signs of the respects asked for is worth: a factor of how well a sentence answers, 0 for what cannot answer. */
export function aspectWorth(text: string, kinds: readonly AspectKind[]): number {
  if (kinds.length === 0) return 1
  if (kinds.some((kind) => showsAspect(text, kind))) return shown
  return kinds.every((kind) => indispensable.has(kind)) ? 0 : lacking
}

const shown = 1.2
const lacking = 0.8

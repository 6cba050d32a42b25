import type { Language } from '@engine/text/language'
import lexicon from '@resources/lexicon/library-words.json'
import { everything, type LibraryQuestion } from './library-reading'

type Inside = NonNullable<LibraryQuestion['inside']>

const patterns = { en: patternsOf('en'), zh: patternsOf('zh') }

/** What came in a file: "What is in old.zip?", "Which files came with that mail?", old.zip里有什么文件, 那封邮件带了哪些附件. */
export function insideOf(text: string, as: Inside['as'], language: Language): LibraryQuestion | null {
  const { before, mail, about } = patterns[language]
  for (const pattern of patterns[language][as]) {
    const written = pattern.exec(text)?.[1]?.trim()
    if (written === undefined) continue
    const name = written.replace(before, '')
    const topic = as === 'attached' ? name.replace(mail, '').replace(about, '').replace(before, '') : name
    const bare = topic.replaceAll(/^["“「『《]|["”」』》]$/gu, '').trim()
    if (bare !== '') return { ...everything, inside: { name: bare, as } }
    return as === 'attached' ? { ...everything, inside: { name: null, as } } : null
  }
  return null
}

function patternsOf(language: Language) {
  const { contents, attached, before, mail, about } = lexicon[language].inside
  const end = language === 'en' ? '(?:\\s+|$)' : ''
  const whole = (phrase: string) => new RegExp(`^${phrase.replace('{name}', '(.{1,160}?)')}$`, 'iu')
  const opening = (words: readonly string[]) => {
    const longestFirst = words.toSorted((one, other) => other.length - one.length)
    return new RegExp(`^(?:(?:${longestFirst.join('|')})${end})+`, 'iu')
  }
  return {
    contents: contents.map(whole),
    attached: attached.map(whole),
    before: opening(before),
    mail: language === 'en' ? opening(mail) : new RegExp(`^(?:${mail.join('|')})|的?(?:${mail.join('|')})$`, 'gu'),
    about: opening(about),
  }
}

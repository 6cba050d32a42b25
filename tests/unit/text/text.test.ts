import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { analyse, toSearchColumn } from '@engine/text/analyse'
import { detectLanguage, isOtherThanEnglish, languageOfWords } from '@engine/text/language'
import { splitSentences } from '@engine/text/sentences/sentences'
import { estimateTokens } from '@engine/text/token-count'

const sentences = (text: string): string[] => splitSentences(text).map(({ start, end }) => text.slice(start, end))

describe('splitSentences', () => {
  it.each<[string, string[]]>([
    ['One here. Two here! Three?', ['One here.', 'Two here!', 'Three?']],
    ['他来了。她说：“好！”然后走了。', ['他来了。', '她说：“好！”', '然后走了。']],
    [
      'Dr. Smith paid $3.50 in the U.S. on Jan. 5. He left.',
      ['Dr. Smith paid $3.50 in the U.S. on Jan. 5.', 'He left.'],
    ],
    ['See Fig. 3 and No. 7. I said no. Then left.', ['See Fig. 3 and No. 7.', 'I said no.', 'Then left.']],
    ['1. Introduction to it\n2. Methods we used', ['1. Introduction to it', '2. Methods we used']],
    ['It took approx. three days. Done.', ['It took approx. three days.', 'Done.']],
    ['Born in 1990. Died in 2020.', ['Born in 1990.', 'Died in 2020.']],
    // A date before what happened then belongs to it.
    [
      '1 September 2021. Marta succeeded Anton. 2009. Anton came. March to October 2019. The house was closed.',
      ['1 September 2021. Marta succeeded Anton.', '2009. Anton came.', 'March to October 2019. The house was closed.'],
    ],
    ['It was May. 14 days. Then 2009. a year.', ['It was May.', '14 days.', 'Then 2009. a year.']],
    ['Wait... what? Yes.', ['Wait... what?', 'Yes.']],
    ['Heading\n\nText', ['Heading', 'Text']],
    ['هل هذا صحيح؟ نعم.', ['هل هذا صحيح؟', 'نعم.']],
  ])('cuts %j', (text, expected) => {
    expect(sentences(text)).toEqual(expected)
  })

  it('keeps a wrapped sentence whole', () => {
    const text = 'This sentence was wrapped by its writer at some\nseventy characters, as mail programs do. Next.'
    expect(sentences(text)).toHaveLength(2)
  })

  it('holds every character that is not white space, in order, trimmed', () => {
    fc.assert(
      fc.property(
        fc.array(fc.oneof(fc.constantFrom('a', ' ', '\n', '.', '。', '”', '1', '😀', 'Mr', '字'), fc.string())),
        (parts) => {
          const text = parts.join('')
          let last = 0
          for (const { start, end } of splitSentences(text)) {
            expect(text.slice(last, start).trim()).toBe('')
            expect(text.slice(start, end)).toBe(text.slice(start, end).trim())
            last = end
          }
          expect(text.slice(last).trim()).toBe('')
        },
      ),
    )
  })

  it('is linear in the length of the text', () => {
    expect(splitSentences('no end in sight '.repeat(300_000)).length).toBe(1)
    expect(splitSentences('a. '.repeat(300_000)).length).toBeGreaterThan(0)
  })
})

describe('analyse', () => {
  it('gives the same terms for the same words in other forms', () => {
    expect(analyse('Ｃafé RUNNING')).toEqual(analyse('cafe runs'))
    expect(analyse('TKT-1042')).toEqual(['tkt-1042', 'tkt', '1042'])
    expect(analyse('C++ and C#')).toContain('c++')
  })

  it('cuts Chinese into pairs, mixed with Latin words', () => {
    expect(analyse('GPT4模型好')).toEqual(['gpt4', '模型', '型好'])
    expect(toSearchColumn('第3章', '')).toBe('第 3 章 3章')
  })

  it('keeps the vowel signs of Hindi, without which different words are one', () => {
    expect(analyse('की')).not.toEqual(analyse('का'))
  })
})

describe('estimateTokens and detectLanguage', () => {
  it('counts CJK by character and Latin by word', () => {
    expect(estimateTokens('人工智能')).toBe(4)
    expect(estimateTokens('the cat sat.')).toBe(4)
    expect(estimateTokens('   \n\t')).toBe(0)
  })

  it('tells Chinese from English and from Japanese', () => {
    expect(detectLanguage('LanceDB 的向量索引怎么建立')).toBe('zh')
    expect(detectLanguage('What did 张三 say about it?')).toBe('en')
    expect(detectLanguage('これは日本語の文章です')).toBe('en')
    expect(detectLanguage('123')).toBe('en')
  })

  // Would catch a sum or a code that counts as English in a Chinese window, and English that does not.
  it.each([
    ['15% * 890,000', null],
    ['sqrt(2) * log10(100)', null],
    ['TKT-1042', null],
    ['100 USD = ? EUR', null],
    ['5 km', null],
    ['20 °C / 3 m', null],
    ['@calculator 3 * 4', null],
    ['@files/read_file path="C7" limit=2', null],
    ['@everything/get-sum {"a": 2, "b": 40}', null],
    ['5 km in miles', 'en'],
    ['5 km to m', 'en'],
    ['TKT-1042 status', 'en'],
    ['WHAT IS THIS', 'en'],
    ['hut', 'en'],
    ['@server/echo hello there', 'en'],
    ['TKT-1042的状态', 'zh'],
    ['5公里', 'zh'],
    ['是', 'zh'],
  ] as const)('hears the words of %j', (text, language) => {
    expect(languageOfWords(text)).toBe(language)
  })
})

describe('isOtherThanEnglish', () => {
  it.each([
    ['Nous pouvons supposer des descriptions imprécises pour les employés.', true],
    ['Das Haus ist nicht alt, und eine Tür fehlt.', true],
    ['Vincent van Gogh met Anton van Rappard in Zundert.', false],
    ['Los Angeles beat Las Vegas 3-1 on Sunday.', false],
    ['Two stoves, same model, spare fuel.', false],
    ['水泵由谁安装？', false],
  ])('%s: %s', (text, expected) => {
    expect(isOtherThanEnglish(text)).toBe(expected)
  })
})

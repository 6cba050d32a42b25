import { describe, expect, it } from 'vitest'
import { extractNames } from '@engine/graph/names/extract-names'

const read = (text: string, title = '', headingPath: string[] = []) => {
  const { names, aliases } = extractNames({ title, headingPath, text })
  return { keys: names.map(({ key }) => key), names, aliases }
}

describe('names in English', () => {
  it('takes no capital of a sentence for a name', () => {
    // A passage would be linked to every other one that begins with "However" or "Although".
    const { keys } = read('However, the pump stopped. Although it rained, Ada Lovelace came. Running water froze.')
    expect(keys).toEqual(['ada lovelace'])
  })

  it('drops the first word of a sentence from a name, and keeps the whole as a possible one', () => {
    // "After Tito" would hide Tito; without the whole, One Direction would be lost.
    const { names } = read('After Tito died, One Direction was not yet founded. One Direction sang.')
    expect(names.map(({ key, place }) => `${key}:${place}`)).toEqual(
      expect.arrayContaining(['tito:text', 'one direction:text']),
    )
  })

  it('keeps connectors inside, and names on either side of them too', () => {
    // Split at "of", University of California is two places; never split, it does not meet California.
    const { names } = read('She taught at the University of California and met Vincent van Gogh.')
    const places = new Map(names.map(({ key, place }) => [key, place]))
    expect(places.get('university of california')).toBe('text')
    expect(places.get('california')).toBe('part')
    expect(places.get('vincent van gogh')).toBe('text')
  })

  it('keeps initials and shortened titles in the name', () => {
    // A full stop after a letter would cut J. R. R. Tolkien into pieces of one letter.
    const { keys } = read('The author J. R. R. Tolkien lived near St. Louis.')
    expect(keys).toContain('j r r tolkien')
    expect(keys).toContain('st louis')
  })

  it('folds case, accents, possessives and articles', () => {
    // Aschenbrödel would not be found by Aschenbrodel, nor Nolan by Nolan's.
    const { keys } = read('It was Nolan’s film. He liked The Beatles and the ballet Aschenbrödel.')
    expect(keys).toEqual(expect.arrayContaining(['nolan', 'beatles', 'aschenbrodel']))
  })

  it('keeps months, weekdays and bare numbers apart', () => {
    // Everything that happened in May would be one name's.
    const { keys } = read('On Monday, 12 May 1911 it opened; in June 1920 and on 1911-05-12 it was seen 42 times.')
    expect(keys).toEqual([])
  })

  it('takes quoted titles and no speech', () => {
    // A sentence that somebody says would become a name as long as itself.
    const { keys } = read('He wrote "Brand" and said: "We are late. Go!" and "so what".')
    expect(keys).toContain('brand')
    expect(keys.some((key) => key.includes('late') || key === 'so what')).toBe(false)
  })
})

describe('titles and headings', () => {
  it('are names whatever their case, without what tells namesakes apart', () => {
    // "Brand (play)" is written nowhere else, and "electric pump" has no capital to go by.
    const { names } = read('', 'Brand (play)', ['2.1 electric pump'])
    expect(names).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ key: 'brand', place: 'title' }),
        expect.objectContaining({ key: 'electric pump', place: 'heading' }),
      ]),
    )
  })

  it('keep a year or a numeral that is part of the title', () => {
    // Taken for a chapter number, "1986" of the 1986 football team would be cut off.
    expect(read('', '1986 football team').keys).toContain('1986 football team')
    expect(read('', 'I, Robot').keys).toContain('i robot')
  })

  it('count what stands before the comma', () => {
    const { names } = read('', 'Johnnycake, West Virginia')
    const places = new Map(names.map(({ key, place }) => [key, place]))
    expect([places.get('johnnycake'), places.get('west virginia')]).toEqual(['title', 'part'])
  })
})

describe('acronyms', () => {
  it('are explained either way round, over small words', () => {
    // NASA's second letter is also how "and" begins: taking that first fails.
    const { aliases } = read('A Large Language Model (LLM) and NASA (National Aeronautics and Space Administration).')
    expect(aliases).toEqual([
      { short: 'llm', long: 'large language model' },
      { short: 'nasa', long: 'national aeronautics and space administration' },
    ])
  })

  it('are not made from any capitals in brackets', () => {
    // "in Paris (USA)" does not define USA.
    expect(read('They met in the town of Paris (USA) in winter.').aliases).toEqual([])
  })

  it('in Chinese', () => {
    const { aliases } = read('大语言模型（LLM）出自中国科学院（简称中科院）。')
    expect(aliases).toEqual(
      expect.arrayContaining([
        { short: 'llm', long: '大语言模型' },
        { short: '中科院', long: '中国科学院' },
      ]),
    )
  })
})

describe('names in Chinese', () => {
  it('are titles in book marks, people, places and foreign names', () => {
    // The dictionary cuts names into characters: 王 + 小明, 海 + 淀 + 区; a foreign name must not swallow the verb behind it.
    const { keys } = read('清华大学的王小明和李华在北京市海淀区谈《红楼梦》。克里斯托弗·诺兰执导了“盗梦空间”。')
    for (const name of ['清华大学', '王小明', '李华', '北京市', '海淀区', '红楼梦', '克里斯托弗诺兰', '盗梦空间']) {
      expect(keys).toContain(name)
    }
  })

  it('are no common words with such an ending', () => {
    // 这座山 and 我国 end like places, and stand everywhere.
    const { keys } = read('这座山在我国很高，全市都知道。')
    expect(keys).toEqual([])
  })

  it('meet in both scripts', () => {
    expect(read('《紅樓夢》').keys).toEqual(read('《红楼梦》').keys)
  })
})

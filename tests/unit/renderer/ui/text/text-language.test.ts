import { expect, test } from 'vitest'
import { textLanguage } from '@renderer/ui/text/text-language'

// Would catch a Chinese answer read out letter by letter in an English window, and German taken for English.
test.each([
  ['The hut on the col was opened in 1931.', 'en'],
  ['奥里尔湖的最大水深为 47 米。', 'zh'],
  ['LanceDB 是一个向量数据库，用于检索。', 'zh'],
  ['湖の最大の深さは四十七メートルです。', 'ja'],
  ['호수의 최대 깊이는 47미터입니다.', 'ko'],
  ['Die Hütte auf dem Sattel wurde im Jahr 1931 eröffnet.', undefined],
  ['47 m (1931)', undefined],
  ['', undefined],
])('%s: %s', (text, lang) => {
  expect(textLanguage(text)).toBe(lang)
})

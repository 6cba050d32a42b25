import { wordSpans } from '@engine/text/words'

const quotation =
  /"([^"\n]{2,80})"|“([^”\n]{2,80})”|„([^“”\n]{2,80})[“”]|``([^'`\n]{2,80})''|「([^」\n]{2,40})」|『([^』\n]{2,40})』/gu
const bookTitle = /[《〈]([^《》〈〉\n]{1,60})[》〉]/gu
const han = /\p{Script=Han}/u
/** A quoted title is short and has no verb phrase's punctuation; what ends a sentence is speech. */
const speech = /[.!?。！？；;]./u
const longestQuotedWords = 10

/** Titles in quotation marks or 《》. What is said rather than named is left out: long, or a sentence, or all in small letters. */
export function quotedNames(text: string): string[] {
  const books = [...text.matchAll(bookTitle)].flatMap((match) => match[1]?.trim() || [])
  const quotes = [...text.matchAll(quotation)].flatMap((match) => match.slice(1).find(Boolean)?.trim() || [])
  return [...books, ...quotes.map((quote) => quote.replace(/[,.，。]$/u, '')).filter(isTitle)]
}

function isTitle(quote: string): boolean {
  if (speech.test(quote)) return false
  if (han.test(quote)) return Array.from(quote).length <= 20
  return /^[\p{Lu}\p{N}]/u.test(quote) && quote.split(/\s+/u).length <= longestQuotedWords
}

/**
 * Endings by which a Chinese word is the name of a place, an organisation or a work of engineering when something stands
 * before it. General vocabulary: what kinds of things are called.
 */
const endings =
  '省 市 县 区 州 国 镇 乡 村 山 河 江 湖 海 岛 湾 峡 桥 大桥 局 部 厅 厂 路 街 站 港 寺 庙 宫 塔 城 大学 学院 中学 小学 研究所 研究院 实验室 ' +
  '图书馆 博物馆 医院 公司 集团 银行 协会 学会 委员会 基金会 联盟 政府 法院 党 军 队 俱乐部 乐团 乐队 剧院 出版社 电视台 ' +
  '电台 报社 铁路 机场 车站 水库 运河 高速公路 运动会 战争 战役 会议 条约 协议 法案 王朝 帝国 共和国 号 奖 节 语 族 派 教 系统 ' +
  '平台 框架 引擎 算法 模型 定理 定律'
const ending = new RegExp(
  `(?:${endings
    .split(/\s+/u)
    .toSorted((a, b) => b.length - a.length)
    .join('|')})$`,
  'u',
)
/** Characters that foreign names are written with; they tell where such a name begins and ends in running text. */
const foreign =
  '阿埃艾爱安昂奥巴白班邦包保鲍贝本比彼边别宾波伯勃博布采查德登邓迪蒂丁东杜多顿厄恩尔法凡菲费芬丰佛夫弗福富盖冈戈格葛古瓜哈海' +
  '汉豪赫亨洪胡华怀惠霍基吉加贾简杰金津卡凯坎康考科克肯库夸奎拉莱兰朗劳勒雷黎里理利莉丽林琳龙隆卢鲁路伦罗洛马玛麦曼芒梅门蒙' +
  '米密明莫默姆穆娜纳南内尼妮宁纽努诺欧帕潘庞佩皮平普奇恰乔切琼丘让热日荣儒瑞若撒萨塞桑瑟森沙山尚舍圣施史士寿舒丝思斯苏所索' +
  '塔泰坦汤唐特提廷通图托瓦万旺威韦维温翁沃乌伍武西希锡夏肖谢辛休许雅亚扬耶叶伊依因英尤于约泽曾詹珍芝治朱茨兹佐'
const foreignRun = `[${foreign}]{1,8}`
const transliterated = new RegExp(`${foreignRun}(?:[·•‧・]${foreignRun})+`, 'gu')
const surnames = new Set(
  Array.from(
    '王李张刘陈杨黄赵吴周徐孙马朱胡郭何高林郑谢罗梁宋唐许韩冯邓曹彭曾肖田董袁潘于蒋蔡余杜叶程苏魏吕丁任沈姚卢姜崔钟谭陆汪范金石廖贾夏韦付方白邹孟熊秦邱江尹薛闫段雷侯龙史陶黎贺顾毛郝龚邵万钱严覃武戴莫孔向汤',
  ),
)
/** Words that stand alone by one character and are no part of a name. */
const grammar = new Set(
  Array.from(
    '的了是在和与及或也都就而被把对从到由于以其之这那有为上中下所该此并但还又个不我你他她它们会能要可将至后前时年月日着过去来说很更最已因向往让给比每各某等',
  ),
)
/** Words before an ending that make it no name: 这座山, 我国, 该市, 全市. */
const noModifier =
  /^(?:这|那|该|本|我|你|他|她|它|各|每|全|某|此|其|外|两|多|几|一|二|三|四|五|六|七|八|九|十|大|小|新|老|旧|同|另|哪|.?[座条家所名位项届场支间次])$/u

/**
 * Names in Chinese running text: transliterated names joined by ·, words or pairs of words that end like a place or an
 * organisation, and personal names, which the dictionary leaves as single characters behind a surname.
 */
export function chineseNames(text: string): string[] {
  const names = [...text.matchAll(transliterated)].map(([name]) => name)
  for (const line of text.split('\n')) {
    if (!han.test(line)) continue
    for (const run of line.match(/\p{Script=Han}+/gu) ?? []) namesOfRun(run, names)
  }
  return names
}

function namesOfRun(run: string, names: string[]): void {
  const words = wordSpans(run).map(({ word }) => word)
  let alone = ''
  for (const [at, word] of words.entries()) {
    const before = words[at - 1] ?? ''
    const isEnding = ending.exec(word)?.[0] === word
    const endsName = isEnding && (alone !== '' || (Array.from(before).length >= 2 && !ending.test(before)))
    if (endsName) {
      // 海淀区 is cut as 海 + 淀 + 区, 航天局 as 航天 + 局.
      if (!noModifier.test(alone)) names.push((alone || before) + word)
      alone = ''
    } else if (Array.from(word).length === 1 && !grammar.has(word)) alone += word
    else {
      // 王小明 is cut as 王 + 小明.
      const isGivenName = surnames.has(alone) && Array.from(word).length === 2 && !ending.test(word)
      if (isGivenName) names.push(alone + word)
      else addPerson(alone, names)
      alone = ''
      if (isKnownPerson(word)) names.push(word)
      if (!isEnding && ending.test(word) && !noModifier.test(word.slice(0, 1))) names.push(word)
    }
  }
  addPerson(alone, names)
}

/** 曹雪芹 is a word of the dictionary, but neither 曹雪 nor 雪芹 is; of 程序员, 程序 is one. */
function isKnownPerson(word: string): boolean {
  if (word.length !== 3 || !surnames.has(word.charAt(0)) || ending.test(word)) return false
  return wordSpans(word.slice(0, 2)).length === 2 && wordSpans(word.slice(1)).length === 2
}

/** Two or three characters that the dictionary left alone, the first a surname. */
function addPerson(alone: string, names: string[]): void {
  const characters = Array.from(alone)
  if ((characters.length === 2 || characters.length === 3) && surnames.has(characters[0] ?? '')) names.push(alone)
}

import { analyse } from '@engine/text/analyse'
import { isStopTerm, withoutQuestionWords } from '@engine/text/english/stop-words'
import { unspacedWords, withoutUnspaced } from '@engine/text/words'

/** What one sort of request is usually made of. What it leaves of an utterance, that sort does not explain. */
interface Vocabulary {
  readonly english: ReadonlySet<string>
  readonly chinese: RegExp
}

function vocabulary(english: string, chinese: string): Vocabulary {
  const longestFirst = chinese.split(' ').toSorted((a, b) => b.length - a.length)
  return { english: new Set(english.split(' ').flatMap(analyse)), chinese: new RegExp(longestFirst.join('|'), 'gu') }
}

/** Talking with Cairn about Cairn. */
export const ownWords = vocabulary(
  'cairn library documents document files file knowledge base indexed read added contain overview help helped use used know features able ask question questions assistant robot human program bot app application software tool work works made built name introduce hello hi hiya hey morning evening afternoon night bye goodbye see later tomorrow talk day nice meet good great thank thanks thx cheers many much needed kind lot yourself get started start far today all every whole',
  'Cairn 你们 你 您 大家 文档 文件 资料库 知识库 资料 库 收录 索引 读过 读 添加 列出 显示 所有 全部 列表 看看 功能 帮助 帮帮 帮我 帮 使用 软件 机器人 真人 程序 助手 名字 叫 自我介绍 介绍 自己 开发 问题 问 不会 会 能 做 用 你好 您好 早上好 下午好 晚上好 嗨 哈喽 谢谢 感谢 多谢 非常 辛苦 好的 太好了 再见 拜拜 晚安 明天见 下次 再聊 聊 先走 现在 目前 一共 总共 份 很高兴 高兴 认识 见到 在吗 呀 啦 给我 我 还是 是 好 里 都 有',
)

/** Sums, units, clocks and calendars. */
export const toolWords = vocabulary(
  'zero one two three four five six seven eight nine ten eleven twelve hundred thousand plus minus times divided multiply multiplied divide add subtract sum average mean square cube root power sqrt sin cos tan log ln factorial percent percentage calculate compute convert conversion result equal equals off x km kilometre kilometres kilometers mile miles metre metres meters meter cm mm foot feet inch inches yard yards kg kilogram kilograms pound pounds lb lbs gram grams ounce ounces celsius fahrenheit kelvin degree degrees litre litres liters gallon gallons minute minutes hour hours second seconds byte bytes bit bits mph kmh h time date day days week weeks weekday month months year years today tomorrow yesterday now right current currently midnight noon until till leap end ago utc gmt am pm january february march april may june july august september october november december monday tuesday wednesday thursday friday saturday sunday christmas easter beijing shanghai hong kong tokyo new york london paris berlin sydney',
  '[〇零一二三四五六七八九十百千万]+ 加上 (?<=[\\d一二三四五六七八九十百千)）]\\s?)[加减乘除](?!仑) 减去 乘以 除以 等于 平方根 根号 次方 阶乘 平均数 平均值 平均 和 百分之 换算成 换算 转换成 转换 打 折 计算 算 帮我 公里 英里 公斤 千克 磅 摄氏度 华氏度 平方米 亩 米 英寸 英尺 厘米 毫米 升 加仑 小时 分钟 秒 字节 比特 克 吨 今天 今年 明天 昨天 后天 现在 当前 几点 几号 星期[一二三四五六日天几] 星期 周[一二三四五六日几] 周 几月 几日 日期 时间 年 月 日 天 以后 之后 以前 之前 前 后 相差 之间 到 离 距离 距 还有 年底 月底 春节 闰年 午夜 上午 下午 点 号 把 是 的 几 北京 上海 香港 东京 纽约 伦敦 巴黎 柏林 悉尼',
)

/** The content words of an utterance, one each: identifiers whole, Chinese by dictionary. */
export function contentWords(text: string): string[] {
  const bare = withoutQuestionWords(text)
  const spaced = withoutUnspaced(bare).match(/[\p{L}\p{N}][\p{L}\p{N}_.'’-]*/gu) ?? []
  const words = [...spaced.filter((word) => !analyse(word).every(isStopTerm)), ...unspacedWords(bare)]
  return [...new Set(words.map((word) => word.toLowerCase()))].filter((word) => !isStopTerm(word))
}

export interface Explained {
  /** Content words the vocabulary has. */
  readonly known: number
  /** Content words it leaves over; numbers explain themselves. */
  readonly left: number
}

/** Whoever is spoken of so is in the documents: When did they make up again is not about who made Cairn. */
const thirdPerson = /\b(?:he|him|his|she|her|hers|they|them|their|theirs)\b|(?<![其])[他她]/iu

/** How far a vocabulary explains an utterance. */
export function explain(text: string, { english, chinese }: Vocabulary): Explained {
  const inChinese = text.match(chinese)?.length ?? 0
  const words = contentWords(text.replaceAll(chinese, ' ')).filter((word) => !/^[\d.,:-]+$/u.test(word))
  const left = words.filter((word) => !analyse(word).every((term) => english.has(term))).length
  return { known: inChinese + words.length - left, left: left + Number(thirdPerson.test(text)) }
}

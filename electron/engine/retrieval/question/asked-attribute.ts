/** Asks who holds an office, which is named in English and in Chinese. */
function asksWho(english: string, chinese: string): RegExp {
  const inChinese = `谁.{0,12}(?:${chinese})|(?:${chinese})(?:是谁|叫什么|为谁|姓)`
  return new RegExp(String.raw`\bwho(?:'s| is| was| are| were| became)\b.{0,40}\b(?:${english})\b|${inChinese}`, 'iu')
}

/**
 * What is asked by a word of its own, and how texts that tell it speak, in both languages: without such a word a
 * passage may name the mayor's town, but not the mayor. Words that passages rarely repeat (name, kind) are left out.
 */
const attributes: readonly (readonly [asked: RegExp, said: RegExp])[] = [
  [/\bcapital (?:city )?of\b|首都|省会|首府/iu, /\bcapital\b|首都|省会|首府|京城|都城|定都|建都/iu],
  [asksWho('mayors?', '市长'), /\bmayor|市长/iu],
  [asksWho('president', '总统|总裁'), /\bpresident|总统|总裁|主席|会长|校长/iu],
  [asksWho('prime minister', '首相|总理'), /\bprime minister|\bpremier\b|首相|总理/iu],
  [asksWho('governor', '州长|省长|总督'), /\bgovernor|州长|省长|总督/iu],
  [
    asksWho('ceo|chief executive', '首席执行官|总经理'),
    /\bceo\b|chief executive|managing director|首席执行官|总经理|总裁/iu,
  ],
  [asksWho('chair(?:man|woman|person)?', '主席|董事长'), /\bchair|主席|董事长|会长/iu],
  [
    /\bborn\b|\bbirth(?:day|place| date)\b|出生|诞生|生于|生日/iu,
    /\bborn\b|\bbirth|\bnative of\b|[(（][^()（）]{0,60}\d{3,4}[^()（）]{0,20}[-–—－~至][^()（）]{0,40}[)）]|出生|诞生|生于|生日|籍贯|人氏|人，/iu,
  ],
  [
    /\bwhen (?:did|was) .{2,60}\b(?:die|killed|dead)\b|\bhow did .{2,60} die\b|\bdate of death\b|去世|逝世|病逝|驾崩|怎么死/iu,
    /\bdie[ds]?\b|\bdeath|\bdead\b|\bkill|\bmurder|\bexecut|\bassassinat|\bpassed away|\basphyxiat|\bperish|[(（][^()（）]{0,60}\d{3,4}[^()（）]{0,20}[-–—－~至][^()（）]{0,40}\d{3,4}[)）]|去世|逝世|病逝|病故|驾崩|死|卒|亡|崩|窒息|遇难|牺牲/iu,
  ],
  [
    /\b(?:wife|husband|spouse|married|marry)\b|妻子|丈夫|配偶|结婚|嫁给|娶/iu,
    /\bwife|\bwives|\bhusband|\bspouse|\bmarr|\bwed|\bqueen\b|\bconsort|妻|丈夫|配偶|婚|嫁|娶|夫人|皇后|王后|妃/iu,
  ],
  [
    /\bpopulation\b|\bhow many (?:people|inhabitants|residents) (?:live|are living|lived|inhabit)|人口(?:是|有)?多少|多少人口|有多少居民/iu,
    /\bpopulat|\binhabitant|\bresident|\bpeople\b|\bcensus|人口|居民|[万亿\d]\s*人/iu,
  ],
  [
    /\bhow tall\b|\bheight of\b|多高|高度是|身高|海拔/iu,
    /\btall|\bhigh\b|\bheight|\belevation|\baltitude|\b(?:feet|foot|ft|met(?:re|er)s?|m|inches|cm|km|stor(?:ey|ies|y|eys)|floors)\b|高|海拔|米|公尺|层|英尺/iu,
  ],
  [
    /\bhow old\b|\bage of\b|多大年纪|几岁|年龄|多少岁/iu,
    /\bage|\byears?[- ]old|\bold\b|\bolder|\byoung|\bborn\b|\bsince\b|\byears\b|岁|年龄|生于|出生|年/iu,
  ],
  [
    /\bhow (?:long|wide) is the\b.{2,40}\b(?:river|road|bridge|wall|canal|tunnel|trail|street)|多长(?!时间|的时间|一段)/iu,
    /\blong|\blength|\b(?:km|miles?|kilomet\w+|met(?:re|er)s?|feet|ft|inches|cm|mm)\b|长|公里|千米|米|英里|里/iu,
  ],
  [
    /\b(?:speed|how fast)\b|速度|多快/iu,
    /\bspeed|\bfast|\bvelocit|\bper (?:hour|second|minute)|\b(?:km\/h|mph|m\/s|knots)\b|速|每小时|每秒|时速|km\/h|节/iu,
  ],
  [/\bboiling point\b|沸点/iu, /\bboil|沸/iu],
  [/\bmelting point\b|熔点/iu, /\bmelt|熔/iu],
  [
    /\btemperature (?:of|in|at|is|was|on)\b|\bwhat temperature\b|温度是|气温是|多少度/iu,
    /\btemperature|°|\bdegrees?\b|\bkelvin\b|\bcelsius|温|度/iu,
  ],
  [/\bgdp\b|国内生产总值/iu, /\bgdp\b|gross domestic|国内生产总值/iu],
  [
    /\b(?:price|cost|costs|charged?|fee|fees)\b|\bhow much (?:do|does|did|will) .{2,60}\bpay\b|多少钱|价格|费用|收费|票价|售价/iu,
    /[$£€¥￥]|\b(?:price|cost|fee|charge|paid|pay|pays|free|worth|sold|dollars?|euros?|pounds?|yuan|rupees?|crore|cents?|francs?|budget|expens|fund|grant)|\d\s*(?:usd|eur|gbp|cny|rmb|chf)\b|元|价|费|钱|免费|金额|美金|镑|资金|拨款/iu,
  ],
  [
    /\b(?:salary|salaries|wages?|earn|earns)\b|工资|薪水|薪资|月薪|年薪/iu,
    /\bsalar|\bwage|\bpaid\b|\bpay\b|\bearn|\bincome|工资|薪|收入|报酬/iu,
  ],
  [/\b(?:revenue|turnover)\b|营收|营业收入/iu, /\brevenue|\bturnover|\bsales\b|\bincome|营收|收入|销售额/iu],
  [/\bprofits?\b|利润/iu, /\bprofit|\bearnings|\bmargin|利润|盈利/iu],
  [
    /\b(?:phone|telephone|fax) number\b|电话号码|电话是|手机号/iu,
    /\b(?:phone|tel|telephone|call|mobile|fax)\b|电话|手机|致电|[+(]?\d[\d ()-]{6,}\d/iu,
  ],
  [/\be-?mail address\b|邮箱/iu, /@|\be-?mail|邮箱|邮件/iu],
  [/\bpasswords?\b|密码/iu, /\bpassword|密码|口令/iu],
  [
    /\bhow many (?:employees|(?:people|persons) (?:work|are employed))|\bnumber of employees\b|(?:多少|几)[名位个]?(?:员工|雇员|职工)|(?:员工|雇员|职工)(?:总数|人数|数量)/iu,
    /\bemploy|\bstaff|\bworkforce|\bworker|\bheadcount|\bpeople work|员工|雇员|职工|工作人员|雇用|[名位]人员/iu,
  ],
  [
    /\b(?:invented|inventor)\b|发明(?:了|者|人|的)?/iu,
    /\binvent|\bcreat|\bdevelop|\bdevis|\bdesign|\bbuilt\b|\bpioneer|\bintroduc|\bpatent|发明|创造|研制|研发|开发|设计/iu,
  ],
  [
    /\bwho (?:wrote|authored)\b|\bauthor of\b|谁写|作者是/iu,
    /\bwr(?:ote|itten|ite|iting)|\bauthor|\bpublish|\bcompos|\bpenned|\bby\b|\bessay|\bwriter|\bpoem|\bplay|写|著|作者|撰|编|创作|作品|出版|诗/iu,
  ],
  [
    /\bwho (?:painted|drew)\b|\bpainter of\b|谁画/iu,
    /\bpaint|\bdrew\b|\bdrawn|\bartist|\bportrait|\billustrat|画|绘/iu,
  ],
  [/\bwho directed\b|\bdirector of\b|导演/iu, /\bdirect|\bfilmmaker|导演|执导|主任|局长|馆长|所长|主管/iu],
  [/\bmoons?\b|卫星/iu, /\bmoon|\bsatellite|\blunar|月|卫星/iu],
  [/\b(?:languages?) (?:is|are|do|does)\b.*\b(?:spoken|speak)|说什么语|官方语言/iu, /\blanguage|\bspeak|\bspoken|语/iu],
]

/** What a question asks for shows at its beginning, in UTF-16 units; pasted text may be long. */
const maxRead = 1000

/** Tells whether a text speaks of what a question asks for, as far as that can be told by words; null where it cannot. */
export function attributeAskedIn(question: string): ((text: string) => boolean) | null {
  const asking = question.slice(0, maxRead)
  const said = attributes.filter(([asked]) => asked.test(asking)).map(([, words]) => words)
  return said.length > 0 ? (text) => said.some((words) => words.test(text)) : null
}

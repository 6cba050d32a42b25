/* Characters and words that Chinese names are built of (simplified, as `foldHan` leaves them). */

const list = (words: string): readonly string[] => words.trim().split(/\s+/u)

export const legalSuffix =
  /(?:股份有限公司|有限责任公司|集团有限公司|控股有限公司|有限公司|集团公司|总公司|分公司|公司|集团|控股|企业)$/u
/** What a company does, before its legal form: 华为|技术|有限公司. */
export const industrySuffix =
  /(?:在线|科技|技术|信息|网络|计算机|系统|电子|软件|通信|通讯|投资|贸易|实业|发展|传媒|文化|生物|医药|汽车|制造|工业|服务|集团|股份|国际)$/u

const placeList =
  list(`北京 上海 天津 重庆 河北 山西 辽宁 吉林 黑龙江 江苏 浙江 安徽 福建 江西 山东 河南 湖北 湖南 广东 海南 四川 贵州 云南
  陕西 甘肃 青海 台湾 内蒙古 广西 西藏 宁夏 新疆 香港 澳门 深圳 广州 杭州 南京 武汉 成都 西安 苏州 厦门 青岛 大连 宁波 长沙 郑州 济南
  沈阳 长春 哈尔滨 合肥 福州 南昌 昆明 贵阳 兰州 太原 石家庄 无锡 珠海 东莞 佛山 中国 全国 国家 中华 美国 英国 日本 牛津 剑桥 纽约 伦敦 东京`)
export const places: ReadonlySet<string> = new Set(placeList)
/** A place before the name proper, with or without its rank: 深圳市|腾讯…. */
export const placePrefix = new RegExp(`^(?:${[...placeList].join('|')})(?:省|市|区)?`, 'u')
/** Before the name of a body, and often left out in its short form. */
export const optionalPrefixes = new Set(list('中国 国家 全国 中华 中央 联合国 人民'))
export const administrative = /(?:特别行政区|自治区|自治州|省|市|县|区|镇|乡|村|州)$/u

/** Heads of bodies, longest first, each a word of its own where the segmenter cuts them up. */
export const heads = list(
  '人民政府 代表大会 管理局 委员会 理事会 运动会 科学院 研究院 研究所 电视台 出版社 图书馆 博物馆 体育馆 设计院 大学 学院 银行 医院 中学 小学 协会 学会 法院 公司 集团 组织 铁路 政府',
)
/** A head that short forms leave out: 清华大学, 清华. */
export const droppableHeads = ['大学']
export const linkWords = new Set(['和', '与', '及', '的', '暨', '之'])

/** Class nouns behind a Latin name: BERT模型. */
export const classSuffix =
  /(?:编程语言|程序设计语言|深度学习框架|大模型|语言模型|模型|算法|框架|系统|平台|数据库|项目|技术|方法|工具|语言|架构|协议|公司|软件|库)$/u

/** Titles behind a name, by the gender they tell: m, f, x. Longest first. */
export const titles: readonly (readonly [string, string])[] = [
  ...list('先生 爷爷 叔叔 大爷').map((title): [string, string] => [title, 'm']),
  ...list('女士 小姐 太太 夫人 阿姨 奶奶').map((title): [string, string] => [title, 'f']),
  ...list(
    '董事长 总经理 副教授 工程师 总书记 教授 老师 博士 院士 医生 律师 主席 总统 总理 总裁 经理 部长 市长 校长 局长 主任 同志 大夫 将军 书记 处长 科长 院长 会长 秘书长 总 工 博导 同学 导演 法官',
  ).map((title): [string, string] => [title, 'x']),
].toSorted((a, b) => b[0].length - a[0].length)
export const titlePrefix = /^(?:国家主席|总书记|总理|总统|主席|教授|博士|院士|导演|律师|医生)(?=\p{Script=Han}{2,})/u

const compound = list('欧阳 司马 上官 诸葛 东方 皇甫 尉迟 公孙 慕容 令狐 司徒 夏侯 南宫 端木')
const single =
  '王李张刘陈杨赵黄周吴徐孙胡朱高林何郭马罗梁宋郑谢韩唐冯于董萧程曹袁邓许傅沈曾彭吕苏卢蒋蔡贾丁魏薛叶阎余潘杜戴夏钟汪田任姜范方石姚谭廖邹熊金陆郝孔白崔康毛邱秦江史顾侯邵孟龙万段雷钱汤尹黎易常武乔贺赖龚文庞樊兰殷施陶洪翟安颜倪严牛温芦季俞章鲁葛伍韦申尤毕聂丛焦向柳邢路岳齐沿梅莫庄辛管祝左涂谷祁时舒耿牟卜詹关苗凌费纪靳盛童欧甄项曲成游阳裴席卫查屈鲍位覃霍翁隋植甘景薄单包司柏宁柯阮桂闵解强柴华车冉房边辜吉饶刁瞿戚丘古米池滕晋苑邬臧畅宫来嵺苟全褚廉简娄盖符奚木穆党燕郎邸冀谈姬屠连郜晏栾郁商蒙计喻揭窦迟宇敖糜鄢冷卓花仇艾蓝都巩稽井练仲乐虞卞封竺冼原官衣楚佟栗匡宗应台巫鞠僧桑荆谌银扬明沙薄伏岑习胥保和蔺水云昌凤酆常皮康伍余元卜顾孟平黄'
/** The surname a Chinese name begins with; undefined for none. */
export function surnameOf(name: string): string | undefined {
  const two = name.slice(0, 2)
  if (compound.includes(two)) return two
  const one = name.slice(0, 1)
  return one !== '' && single.includes(one) ? one : undefined
}

/** Characters behind a numeral that make a count of it: 三期, but not 三星. */
export const counters = '期年月日号章节季代级层阶届次轮版线楼部组班步类册卷条款等型批梯'
/** Nouns with the numeral behind them: 阶段一. */
export const countedNouns = /(?:阶段|方案|附录|附件|步骤|版本|章节|项目|部分|模块|图|表|层|级|类型|问题|优先级)$/u

export const opposites: readonly (readonly [string, string])[] = list(
  `输入/输出 北/南 东/西 父/子 上/下 左/右 内/外 大/小 高/低 长/短 前/后 男/女 进口/出口 买方/卖方 甲方/乙方 客户端/服务器 客户端/服务端
  上游/下游 编码/解码 加密/解密 上传/下载 读/写 正/负 早/晚 新/旧 主/从 公有/私有 线上/线下 最大/最小 有/无 增/减 收入/支出 冷/热 开/关 宏观/微观 静态/动态 同步/异步 水平/垂直 老师/学生 春/秋 冬/夏`,
).map((pair) => {
  const [one = '', other = ''] = pair.split('/')
  return [one, other]
})
export const negations = /[非无不反未]/u

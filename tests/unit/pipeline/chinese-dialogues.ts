import type { Dialogue } from './dialogue'

const pump = ['主水泵是什么时候安装的？', '主水泵于2015年安装。[1]'] as const
const gauges = ['雷达水位计和浮子水位计有什么区别？', '雷达水位计没有活动部件。[1]'] as const
const sensors = [
  '站里有哪些传感器？',
  '站里有三种传感器：\n1. 水位计：测量水位\n2. 气压计：测量气压\n3. 雨量计：测量降雨',
] as const

export const chineseDialogues: readonly Dialogue[] = [
  { turns: [pump], question: '它多少钱？', holds: ['主水泵', '多少钱'] },
  { turns: [pump], question: '它的功率是多少？', holds: ['主水泵', '功率'] },
  { turns: [pump], question: '为什么？', holds: ['主水泵', '为什么'] },
  { turns: [pump], question: '在哪里？', holds: ['主水泵', '哪里'] },
  { turns: [pump], question: '更详细一点', holds: ['主水泵', '详细'] },
  { turns: [pump], question: '请详细说说', holds: ['主水泵', '详细'] },
  { turns: [pump], question: '继续', holds: ['主水泵'] },
  { turns: [pump], question: '那成本呢？', holds: ['主水泵', '成本'] },
  { turns: [pump], question: '价格呢？', holds: ['主水泵', '价格'] },
  { turns: [pump], question: '备用水泵呢？', holds: ['备用水泵', '安装'] },
  { turns: [pump], question: '那阀门呢？', holds: ['阀门', '安装'] },
  { turns: [pump], question: '谁负责维修它？', holds: ['维修', '主水泵'] },
  { turns: [pump], question: '该水泵的重量是多少？', holds: ['水泵', '重量'] },
  { turns: [pump], question: '水库的面积是多少？', holds: ['水库'], lacks: ['主水泵'] },
  { turns: [gauges], question: '前者多少钱？', holds: ['雷达水位计'] },
  { turns: [gauges], question: '后者的精度怎么样？', holds: ['浮子水位计', '精度'] },
  { turns: [gauges], question: '第二个多少钱？', holds: ['浮子水位计'] },
  { turns: [gauges], question: '它们多少钱？', holds: ['雷达水位计', '浮子水位计'] },
  { turns: [sensors], question: '第二个的精度是多少？', holds: ['传感器'] },
  { turns: [sensors], question: '第三种多少钱？', holds: ['传感器'] },
  { turns: [sensors], question: '最后一个是什么时候安装的？', holds: ['传感器'] },
  { turns: [sensors], question: '它们多少钱？', holds: ['传感器'] },
  {
    turns: [['有哪些交通方式？', '包括轮渡、缆车和直升机。[1]']],
    question: '第二种要多久？',
    holds: ['缆车'],
  },
  {
    turns: [['站长是谁？', '站长是王芳，2021年上任。[1]']],
    question: '她什么时候入职的？',
    holds: ['王芳'],
  },
  {
    turns: [['站长是谁？', '站长是王芳，2021年上任。[1]']],
    question: '她的工资是多少？',
    holds: ['王芳', '工资'],
  },
  {
    turns: [['谁发明了这种疫苗？', '张建国在1998年发明了它。[1]']],
    question: '他出生在哪里？',
    holds: ['张建国'],
  },
  {
    turns: [['居里夫人是谁？', '玛丽·居里是一位物理学家。[1]']],
    question: '她获得过什么奖？',
    holds: ['居里'],
  },
  {
    turns: [['李明教授负责什么？', '李明教授负责水文实验室。[1]']],
    question: '他的电话是多少？',
    holds: ['李明'],
  },
  {
    turns: [['2022年的预算是多少？', '预算为120万。[1]']],
    question: '2023年呢？',
    holds: ['2023', '预算'],
  },
  {
    turns: [['2022年的预算是多少？', '预算为120万。[1]']],
    question: '那2024年呢？',
    holds: ['2024', '预算'],
  },
  {
    turns: [
      ['2022年的预算是多少？', '120万。'],
      ['2023年呢？', '140万。'],
    ],
    question: '那2024年呢？',
    holds: ['2024', '预算'],
  },
  {
    turns: [['第一季度的收入是多少？', '300万。[1]']],
    question: '第二季度呢？',
    holds: ['第二季度', '收入'],
  },
  {
    turns: [['预算是多少？', '120万。[1]']],
    question: '那2023年呢？',
    holds: ['2023', '预算'],
  },
  {
    turns: [['北京的人口是多少？', '2100多万。[1]']],
    question: '上海呢？',
    holds: ['上海', '人口'],
  },
  {
    turns: [['北京有多少家医院？', '700多家。[1]']],
    question: '那广州呢？',
    holds: ['广州', '医院'],
  },
  {
    turns: [['水泵的维护周期是多久？', '六个月。[1]']],
    question: '阀门呢？',
    holds: ['阀门', '维护周期'],
  },
  {
    turns: [['水泵的重量是多少？', '12公斤。[1]']],
    question: '那价格呢？',
    holds: ['水泵', '价格'],
  },
  {
    turns: [['王芳什么时候入职的？', '2019年。[1]']],
    question: '张建国呢？',
    holds: ['张建国', '入职'],
  },
  {
    turns: [['法国的首都是哪里？', '巴黎是法国的首都。[1]']],
    question: '它有多少人口？',
    holds: ['巴黎', '人口'],
  },
  {
    turns: [['档案馆在哪里？', '档案馆位于杭州。[1]']],
    question: '那里有多少员工？',
    holds: ['杭州', '员工'],
  },
  {
    turns: [['TKT-1063 是什么事件？', '一次消息配额超限。[1]']],
    question: '那它的原因是什么？',
    holds: ['TKT-1063', '原因'],
  },
  {
    turns: [['《静静的河》是谁写的？', '作者是欧阳雪。[1]']],
    question: '它是什么时候出版的？',
    holds: ['静静', '出版'],
  },
  {
    turns: [['安全规定有哪些？', '必须佩戴头盔。[1]']],
    question: '举个例子',
    holds: ['安全规定'],
  },
  {
    turns: [
      ['HydroSonde 是什么？', '一种水位传感器。[1]'],
      ['它有多重？', '12公斤。[1]'],
    ],
    question: '它多少钱？',
    holds: ['HydroSonde'],
  },
  { turns: [pump], question: '其他仪器有哪些？', holds: ['其他仪器'] },
  { turns: [pump], question: '还有多少库存？', holds: ['库存'] },
  { turns: [pump], question: '什么是吉他？', holds: ['吉他'], lacks: ['水泵'] },
  // Written to be hard, before the rules were tried on them.
  {
    turns: [['哪家公司建造了观测站？', '北极工程公司于1998年建造了观测站。[1]']],
    question: '它的总部在哪里？',
    holds: ['北极工程公司'],
  },
  {
    turns: [['张伟和李娜分别负责什么？', '张伟负责设备，李娜负责数据。[1]']],
    question: '他们的电话是多少？',
    holds: ['张伟', '李娜'],
  },
  {
    turns: [['保修包括进水损坏吗？', '不包括。[1]']],
    question: '那盗窃呢？',
    holds: ['保修', '盗窃'],
  },
  {
    turns: [['去年的总收入是多少？', '300万。[1]']],
    question: '今年呢？',
    holds: ['今年', '收入'],
  },
  {
    turns: [['如何重置水位计？', '按住按钮十秒。[1]']],
    question: '如果这样不行呢？',
    holds: ['水位计'],
  },
  {
    turns: [['董事会成员有哪些？', '成员包括陈静、王磊和赵敏。[1]']],
    question: '第三个是什么时候加入的？',
    holds: ['赵敏'],
  },
  {
    turns: [['上海的平均气温是多少？', '17度。[1]']],
    question: '降水量呢？',
    holds: ['上海', '降水量'],
  },
  {
    turns: [['旧型号的电压是多少？', '12伏。[1]']],
    question: '新型号呢？',
    holds: ['新型号', '电压'],
  },
  { turns: [pump], question: '是谁安装的？', holds: ['主水泵', '安装'] },
  { turns: [pump], question: '由谁维护？', holds: ['主水泵', '维护'] },
  {
    turns: [
      ['纽卡斯尔地铁每年有多少乘客？', '3700万。[1]'],
      ['由谁运营？', '由地方当局运营。[1]'],
    ],
    question: '什么时候开通的？',
    holds: ['纽卡斯尔地铁'],
  },
  { turns: [pump], question: '什么时候召开全体会议？', holds: ['全体会议'], lacks: ['主水泵'] },
  {
    turns: [['现任主席是谁？', '韩国 经济学家 李会晟 自 2015 年担任主席。[1] 此前由 伊斯梅尔·埃尔·吉周里 领导。[1]']],
    question: '他是哪国人？',
    holds: ['李会晟'],
  },
  { turns: [['元英宗在位多久？', '两年。[1]']], question: '他是怎么死的？', holds: ['元英宗'] },
  {
    turns: [['弗雷斯诺有多少户家庭？', '158,349 户。[1]']],
    question: '那有孩子的呢？',
    holds: ['弗雷斯诺', '孩子', '家庭'],
  },
]

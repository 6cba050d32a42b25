import type { RelationKind } from '@shared/graph'

type Expected = readonly (readonly [source: string, kind: RelationKind, target: string])[]

/** Sentences with all that they state between named things, as a person reads them. Written by hand for this test. */
export const statingSentences: readonly (readonly [text: string, expected: Expected])[] = [
  ['Cairn uses LanceDB.', [['Cairn', 'uses', 'LanceDB']]],
  [
    'Cairn uses LanceDB, BGE-M3 and Electron.',
    [
      ['Cairn', 'uses', 'LanceDB'],
      ['Cairn', 'uses', 'BGE-M3'],
      ['Cairn', 'uses', 'Electron'],
    ],
  ],
  ['LanceDB is an embedded vector database.', [['LanceDB', 'is_a', 'embedded vector database']]],
  [
    'Python is a programming language that supports Unicode.',
    [
      ['Python', 'is_a', 'programming language'],
      ['Python', 'supports', 'Unicode'],
    ],
  ],
  [
    'The Vereth Water Foundation consists of Tarnsford Hydro and Oriel Labs.',
    [
      ['Vereth Water Foundation', 'includes', 'Tarnsford Hydro'],
      ['Vereth Water Foundation', 'includes', 'Oriel Labs'],
    ],
  ],
  ['Kestrel Col Station is part of the Alpine Network.', [['Alpine Network', 'includes', 'Kestrel Col Station']]],
  [
    'PyTorch is used by OpenAI and Meta.',
    [
      ['OpenAI', 'uses', 'PyTorch'],
      ['Meta', 'uses', 'PyTorch'],
    ],
  ],
  [
    'Kubernetes supports Docker and also integrates with Prometheus.',
    [
      ['Kubernetes', 'supports', 'Docker'],
      ['Kubernetes', 'integrates_with', 'Prometheus'],
    ],
  ],
  ['The Siskin R80 was replaced by the Hydra P3 in 2022.', [['Hydra P3', 'replaces', 'Siskin R80']]],
  ['Marta Lindqvist succeeded Anton Greve as director.', [['Marta Lindqvist', 'replaces', 'Anton Greve']]],
  ['Next.js is built on top of React.', [['Next.js', 'depends_on', 'React']]],
  ['GraphRAG extends RAG with communities.', [['GraphRAG', 'extends', 'RAG']]],
  ['TypeScript is a superset of JavaScript and compiles to it.', []],
  [
    'Grafana, an open-source dashboard tool, supports PostgreSQL.',
    [
      ['Grafana', 'is_a', 'dashboard tool'],
      ['Grafana', 'supports', 'PostgreSQL'],
    ],
  ],
  [
    'Vector databases such as Milvus and Qdrant are popular.',
    [
      ['Milvus', 'is_a', 'Vector databases'],
      ['Qdrant', 'is_a', 'Vector databases'],
    ],
  ],
  [
    'Milvus, which uses RocksDB, runs on Kubernetes.',
    [
      ['Milvus', 'uses', 'RocksDB'],
      ['Milvus', 'uses', 'Kubernetes'],
    ],
  ],
  [
    'The measuring network consists of 26 rain gauges, 6 stream gauges and 9 snow stakes.',
    [
      ['measuring network', 'includes', 'rain gauges'],
      ['measuring network', 'includes', 'stream gauges'],
      ['measuring network', 'includes', 'snow stakes'],
    ],
  ],
  ['Elasticsearch is based on Apache Lucene.', [['Elasticsearch', 'depends_on', 'Apache Lucene']]],
  [
    'Chrome and Edge support WebAssembly.',
    [
      ['Chrome', 'supports', 'WebAssembly'],
      ['Edge', 'supports', 'WebAssembly'],
    ],
  ],
  ['Since 2019, Siemens has used SAP HANA.', [['Siemens', 'uses', 'SAP HANA']]],
  ['Windows 11 replaces Windows 10.', [['Windows 11', 'replaces', 'Windows 10']]],
  ['HTTP/2 was superseded by HTTP/3.', [['HTTP/3', 'replaces', 'HTTP/2']]],
  [
    'The European Union includes France and Spain.',
    [
      ['European Union', 'includes', 'France'],
      ['European Union', 'includes', 'Spain'],
    ],
  ],
  ['BERT uses a transformer encoder.', [['BERT', 'uses', 'transformer encoder']]],
  [
    'Stage 2 depends on Stage 1.',
    [
      ['Stage 2', 'depends_on', 'Stage 1'],
      ['Stage 1', 'precedes', 'Stage 2'],
    ],
  ],
  ['Oriel Labs belongs to the Qingyan Water Institute.', [['Qingyan Water Institute', 'includes', 'Oriel Labs']]],
  [
    'Slack integrates with Jira and GitHub.',
    [
      ['Slack', 'integrates_with', 'Jira'],
      ['Slack', 'integrates_with', 'GitHub'],
    ],
  ],
  ['ChromaDB relies on SQLite and is written in Python.', [['ChromaDB', 'depends_on', 'SQLite']]],
  ['Tarnsford is a village in the Vereth valley.', [['Tarnsford', 'is_a', 'village']]],
  ['Ada Lovelace was a mathematician.', [['Ada Lovelace', 'is_a', 'mathematician']]],
  ['Node.js is required by Electron.', [['Electron', 'depends_on', 'Node.js']]],
  ['Cairn manages its vectors in LanceDB, and LanceDB supports Arrow.', [['LanceDB', 'supports', 'Arrow']]],
  ['The index of LanceDB uses HNSW.', []],
  ['Cairn 使用 LanceDB。', [['Cairn', 'uses', 'LanceDB']]],
  [
    'Cairn使用LanceDB、BGE-M3和Electron。',
    [
      ['Cairn', 'uses', 'LanceDB'],
      ['Cairn', 'uses', 'BGE-M3'],
      ['Cairn', 'uses', 'Electron'],
    ],
  ],
  ['LanceDB是一种嵌入式向量数据库。', [['LanceDB', 'is_a', '嵌入式向量数据库']]],
  [
    'Milvus支持GPU，依赖RocksDB。',
    [
      ['Milvus', 'supports', 'GPU'],
      ['Milvus', 'depends_on', 'RocksDB'],
    ],
  ],
  [
    '水位计由传感器和记录仪组成。',
    [
      ['水位计', 'includes', '传感器'],
      ['水位计', 'includes', '记录仪'],
    ],
  ],
  [
    'PyTorch被OpenAI和Meta使用。',
    [
      ['OpenAI', 'uses', 'PyTorch'],
      ['Meta', 'uses', 'PyTorch'],
    ],
  ],
  ['Elasticsearch基于Lucene。', [['Elasticsearch', 'depends_on', 'Lucene']]],
  ['清华大学属于C9联盟。', [['C9联盟', 'includes', '清华大学']]],
  ['GraphRAG由RAG演进而来。', [['GraphRAG', 'extends', 'RAG']]],
  ['HTTP/3已经取代HTTP/2。', [['HTTP/3', 'replaces', 'HTTP/2']]],
  ['旧的Siskin R80被Hydra P3取代。', [['Hydra P3', 'replaces', 'Siskin R80']]],
  ['Slack与Jira集成。', [['Slack', 'integrates_with', 'Jira']]],
  [
    'Dify集成了Milvus和Ollama。',
    [
      ['Dify', 'integrates_with', 'Milvus'],
      ['Dify', 'integrates_with', 'Ollama'],
    ],
  ],
  ['华为采用了ARM架构。', [['华为', 'uses', 'ARM']]],
  [
    '歐盟包括法國和德國。',
    [
      ['歐盟', 'includes', '法國'],
      ['歐盟', 'includes', '德國'],
    ],
  ],
  [
    '欧盟包括法国、德国和意大利。',
    [
      ['欧盟', 'includes', '法国'],
      ['欧盟', 'includes', '德国'],
      ['欧盟', 'includes', '意大利'],
    ],
  ],
  ['目前，阿里巴巴也使用PolarDB。', [['阿里巴巴', 'uses', 'PolarDB']]],
  [
    'Milvus、Qdrant等向量数据库。',
    [
      ['Milvus', 'is_a', '向量数据库'],
      ['Qdrant', 'is_a', '向量数据库'],
    ],
  ],
  ['Redis是一个开源的缓存系统。', [['Redis', 'is_a', '缓存系统']]],
  ['腾讯是一家科技公司。', [['腾讯', 'is_a', '科技公司']]],
  [
    'Electron依赖Node.js和Chromium。',
    [
      ['Electron', 'depends_on', 'Node.js'],
      ['Electron', 'depends_on', 'Chromium'],
    ],
  ],
  ['雪崩三件套包括雪崩信标、探杆和雪铲。', [['雪崩三件套', 'includes', '雪崩信标']]],
  ['GPT-4（OpenAI的模型）支持Python。', [['GPT-4', 'supports', 'Python']]],
  [
    'Chrome和Edge都支持WebAssembly。',
    [
      ['Chrome', 'supports', 'WebAssembly'],
      ['Edge', 'supports', 'WebAssembly'],
    ],
  ],
  ['TypeScript扩展了JavaScript。', [['TypeScript', 'extends', 'JavaScript']]],
  [
    '视频连线四川、重庆、贵州等3个省份，安排防汛。',
    [
      ['四川', 'is_a', '省份'],
      ['重庆', 'is_a', '省份'],
      ['贵州', 'is_a', '省份'],
    ],
  ],
  [
    '火炬手包括邓亚萍、陈一冰和吴敏霞等奥运冠军。',
    [
      ['火炬手', 'includes', '邓亚萍'],
      ['火炬手', 'includes', '陈一冰'],
      ['火炬手', 'includes', '吴敏霞'],
      ['邓亚萍', 'is_a', '奥运冠军'],
      ['陈一冰', 'is_a', '奥运冠军'],
      ['吴敏霞', 'is_a', '奥运冠军'],
    ],
  ],
  [
    '他们学习了《公司法》《证券法》等法律法规。',
    [
      ['公司法', 'is_a', '法律法规'],
      ['证券法', 'is_a', '法律法规'],
    ],
  ],
  [
    '参观故宫博物院、徽州古城等历史文化古迹。',
    [
      ['故宫博物院', 'is_a', '历史文化古迹'],
      ['徽州古城', 'is_a', '历史文化古迹'],
    ],
  ],
  [
    '平台整合了包括Milvus、Qdrant在内的向量数据库。',
    [
      ['Milvus', 'is_a', '向量数据库'],
      ['Qdrant', 'is_a', '向量数据库'],
    ],
  ],
  [
    'Milvus、Qdrant等向量数据库已支持GPU。',
    [
      ['Milvus', 'is_a', '向量数据库'],
      ['Qdrant', 'is_a', '向量数据库'],
    ],
  ],
  [
    '阿里巴巴、腾讯等科技公司将参加博览会。',
    [
      ['阿里巴巴', 'is_a', '科技公司'],
      ['腾讯', 'is_a', '科技公司'],
    ],
  ],
  [
    '“杜苏芮”“海葵王”等台风在福建登陆。',
    [
      ['杜苏芮', 'is_a', '台风'],
      ['海葵王', 'is_a', '台风'],
    ],
  ],
  [
    '欧盟包括法国、德国等国家。',
    [
      ['欧盟', 'includes', '法国'],
      ['欧盟', 'includes', '德国'],
      ['法国', 'is_a', '国家'],
      ['德国', 'is_a', '国家'],
    ],
  ],
  [
    '局地有雷暴大风、短时强降水等强对流天气。',
    [
      ['雷暴大风', 'is_a', '强对流天气'],
      ['短时强降水', 'is_a', '强对流天气'],
    ],
  ],
  [
    '他患有糖尿病、高血压等慢性病。',
    [
      ['糖尿病', 'is_a', '慢性病'],
      ['高血压', 'is_a', '慢性病'],
    ],
  ],
  [
    '聚焦网络安全、图像识别等核心技术，总投资两亿元。',
    [
      ['网络安全', 'is_a', '核心技术'],
      ['图像识别', 'is_a', '核心技术'],
    ],
  ],
  ['会上，柴天佑等院士、专家作主旨演讲。', [['柴天佑', 'is_a', '院士']]],
  ['项目涵盖模型制作、图像识别等13项核心技术。', [['图像识别', 'is_a', '核心技术']]],
  [
    '客流集中的进出站口、售票厅等重点部位，有人值守。',
    [
      ['进出站口', 'is_a', '重点部位'],
      ['售票厅', 'is_a', '重点部位'],
    ],
  ],
  [
    '中国网络电视台、中国日报等媒体在现场。',
    [
      ['中国网络电视台', 'is_a', '媒体'],
      ['中国日报', 'is_a', '媒体'],
    ],
  ],
  [
    'Python, Java and other programming languages are taught there.',
    [
      ['Python', 'is_a', 'programming languages'],
      ['Java', 'is_a', 'programming languages'],
    ],
  ],
  [
    'Spain, Portugal, Andorra, and other European countries signed.',
    [
      ['Spain', 'is_a', 'European countries'],
      ['Portugal', 'is_a', 'European countries'],
      ['Andorra', 'is_a', 'European countries'],
    ],
  ],
  [
    'Several vector databases, including Milvus and Qdrant, were tested.',
    [
      ['Milvus', 'is_a', 'vector databases'],
      ['Qdrant', 'is_a', 'vector databases'],
    ],
  ],
  [
    'Programming languages including Python, Java and Rust are supported.',
    [
      ['Python', 'is_a', 'Programming languages'],
      ['Java', 'is_a', 'Programming languages'],
      ['Rust', 'is_a', 'Programming languages'],
    ],
  ],
  ['The firm has offices in Bern and other European cities.', [['Bern', 'is_a', 'European cities']]],
]

/** Sentences that state nothing between named things, though they look like it: denied, supposed, asked, or about something else. */
export const traps: readonly string[] = [
  'Cairn does not use LanceDB.',
  'Should Cairn use LanceDB?',
  'If Cairn uses LanceDB, the import is slow.',
  'Cairn could use LanceDB.',
  'We do not know whether Cairn uses LanceDB.',
  'Cairn never supports Oracle.',
  'Cairn uses no SQLite.',
  'Cairn no longer depends on SQLite.',
  'Neither Chrome nor Edge supports Flash.',
  'Does Kubernetes support Docker?',
  'Kubernetes may replace Nomad.',
  'Cairn might be replaced by Atlas.',
  'Most users of Cairn use Windows.',
  'Cairn is not a database.',
  'Is LanceDB a database?',
  'The team wants to use PyTorch.',
  'It uses LanceDB.',
  'They depend on Kubernetes.',
  'Support for Docker in Kubernetes ended in 2022.',
  'Marta Lindqvist used to live in Tarnsford.',
  'The use of LanceDB in Cairn is planned.',
  'Unless Milvus supports Windows, Cairn cannot run there.',
  'Milvus was not replaced by Qdrant.',
  'Cairn without LanceDB uses memory.',
  'Cairn不支持Oracle。',
  'Cairn没有使用LanceDB。',
  'Cairn是否支持LanceDB？',
  '如果Cairn使用LanceDB，导入会很慢。',
  'Cairn可能取代Atlas。',
  'Cairn的索引使用HNSW。',
  '它使用LanceDB。',
  'Cairn并非基于LanceDB。',
  'Cairn支持LanceDB吗？',
  'Cairn不是一种数据库。',
  'Cairn计划使用LanceDB。',
  '我们应该用LanceDB取代Milvus。',
  'Cairn尚未集成Milvus。',
  'Milvus未被Qdrant取代。',
  '中国支持巴勒斯坦成为联合国成员。',
  '会同税务、外汇等监管部门，继续鼓励创新。',
  '四川、甘肃等省级监管部门已组织核查。',
  '确保北京、石家庄等城市防洪安全。',
  '泥石流、滑坡等地质灾害时有发生。',
  '任达华等明星加盟，由刘伟强执导。',
  '联合新闻网、中时新闻网等媒体报道，暴风圈将抵达。',
  '马克思主义学院等教学单位负责人参加座谈。',
  '长沙等内陆城市客户也能品尝到海鲜。',
  '加快引进英国、新加坡等国际优质教育资源。',
  '发明了玉米果穗自动化测量仪等一批创新工具。',
  '蔬菜、十八洞花菇等一大批新兴产业项目，引进资金。',
  '海峡两岸文化融合影视化表达研讨会6日在厦门举办。',
  '越来越多选民趋向支持政治暴力。',
  '中国基于科学技术和核安全国际良好实践提出清单。',
  '视网膜母细胞瘤是一种儿童眼内恶性肿瘤。',
  '气田平台搭载天然气及凝析油处理工艺装置。',
  '还要警惕泥石流、中小河流洪水等次生灾害风险。',
  '化工行业包括橡胶制品业在内，产量下降。',
  '计算机、工业软件等专业大学生的培养。',
  'The museum of Bern and other museums are closed.',
  'The town has palaces and parks, including Sanssouci.',
  'Europe, including Germany, voted.',
]

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
]

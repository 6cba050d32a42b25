import type { Dialogue } from './dialogue'

const pump = ['When was the main pump installed?', 'The main pump was installed in 2015. [1]'] as const
const director = ['Who is the director of the station?', 'Marta Lindqvist has led the station since 2021. [1]'] as const
const gauges = [
  'What is the difference between the radar gauge and the float gauge?',
  'The radar gauge has no moving parts. [1]',
] as const
const listed = [
  'Which sensors does the station use?',
  'The station uses three sensors:\n- HydroSonde P3: water level\n- BaroCube: air pressure\n- Siskin R80: rainfall',
] as const

const budget = ['What was the budget in 2022?', 'The budget was 1.2 million euros. [1]'] as const
const ticket = ['What happened in TKT-1042?', 'A sensor lost power. [1]'] as const

const successor = ['Who succeeded the first director?', 'Marta Lindqvist succeeded Anton Greve in 2021. [2]'] as const
const weight = ['What is the weight of the HydroSonde?', '12 kg. [1]'] as const
const book = ['Who wrote "Silent Rivers"?', 'It was written by Olga Brandt. [1]'] as const
export const englishDialogues: readonly Dialogue[] = [
  { turns: [pump], question: 'How much did it cost?', holds: ['main pump'] },
  { turns: [pump], question: 'What is its power consumption?', holds: ['main pump', 'power consumption'] },
  { turns: [pump], question: 'Who repaired it?', holds: ['Who repaired', 'main pump'] },
  { turns: [pump], question: 'Why?', holds: ['why', 'main pump'] },
  { turns: [pump], question: 'where?', holds: ['where', 'main pump'] },
  { turns: [pump], question: 'How so?', holds: ['main pump'] },
  { turns: [pump], question: 'By whom?', holds: ['by whom', 'main pump', 'installed'] },
  { turns: [pump], question: 'Tell me more', holds: ['main pump'] },
  {
    turns: [pump],
    question: 'And the backup pump?',
    holds: ['When was', 'backup pump', 'installed'],
  },
  { turns: [pump], question: 'What about the valves?', holds: ['valves', 'installed'] },
  { turns: [pump], question: 'What about costs?', holds: ['costs', 'main pump'] },
  { turns: [pump], question: 'How about its warranty?', holds: ['main pump', 'warranty'] },
  { turns: [pump], question: 'When was the turbine replaced?', holds: ['turbine'], lacks: ['pump'] },
  { turns: [director], question: 'When was she hired?', holds: ['Marta Lindqvist'] },
  { turns: [director], question: 'What did she study?', holds: ['Marta Lindqvist', 'study'] },
  { turns: [director], question: 'What is her salary?', holds: ["Marta Lindqvist's salary"] },
  { turns: [director], question: 'Who worked with her?', holds: ['worked with Marta Lindqvist'] },
  {
    turns: [successor],
    question: 'When did he retire?',
    holds: ['Anton Greve'],
  },
  {
    turns: [successor],
    question: 'When was she born?',
    holds: ['Marta Lindqvist'],
  },
  {
    turns: [['Who is Dr. Okafor?', 'Dr. Okafor runs the laboratory. [1]']],
    question: 'Where does he work?',
    holds: ['Okafor'],
  },
  {
    turns: [['Who invented the telephone?', 'Alexander Graham Bell patented it in 1876. [1]']],
    question: 'Where was he born?',
    holds: ['Alexander Graham Bell'],
  },
  {
    turns: [['Where does Mira Lindqvist work?', 'She works at the Hydrology Institute. [1]']],
    question: 'How big is it?',
    holds: ['Hydrology Institute'],
  },
  {
    turns: [gauges],
    question: 'Which is cheaper, and how heavy is the former?',
    holds: ['radar gauge'],
  },
  { turns: [gauges], question: 'How accurate is the former?', holds: ['radar gauge'] },
  { turns: [gauges], question: 'How accurate is the latter?', holds: ['float gauge'] },
  { turns: [gauges], question: 'How much does the second one cost?', holds: ['float gauge'] },
  { turns: [gauges], question: 'How much do they cost?', holds: ['radar gauge', 'float gauge'] },
  { turns: [listed], question: 'How accurate is the second one?', holds: ['sensors'] },
  { turns: [listed], question: 'What about the third one?', holds: ['sensors'] },
  { turns: [listed], question: 'When was the last one installed?', holds: ['sensors'] },
  { turns: [listed], question: 'When was the first one installed?', holds: ['sensors'] },
  { turns: [listed], question: 'How much do they cost?', holds: ['sensors', 'cost'] },
  {
    turns: [['What are the options?', 'The options are a ferry, a cable car and a helicopter. [1]']],
    question: 'How long does the second option take?',
    holds: ['cable car'],
  },
  {
    turns: [budget],
    question: 'And in 2023?',
    holds: ['budget', '2023'],
  },
  {
    turns: [budget],
    question: 'What about 2024?',
    holds: ['budget', '2024'],
  },
  {
    turns: [['What was revenue in the first quarter?', '3 million. [1]']],
    question: 'And the second quarter?',
    holds: ['revenue', 'second quarter'],
  },
  {
    turns: [['What was the budget?', '1.2 million euros. [1]']],
    question: 'And in 2023?',
    holds: ['budget', 'in 2023'],
  },
  {
    turns: [
      ['What was the budget in 2022?', '1.2 million.'],
      ['And in 2023?', '1.4 million.'],
    ],
    question: 'And in 2024?',
    holds: ['budget', '2024'],
  },
  {
    turns: [['What is the population of Paris?', '2.1 million. [1]']],
    question: 'And London?',
    holds: ['population', 'London'],
  },
  {
    turns: [['How many people live in Berlin?', '3.6 million. [1]']],
    question: 'What about Hamburg?',
    holds: ['people live in Hamburg'],
  },
  {
    turns: [['How many offices do we have in Norway?', 'Four. [1]']],
    question: 'And in Sweden?',
    holds: ['offices', 'Sweden'],
  },
  {
    turns: [['What is the notice period for employees?', 'Three months. [1]']],
    question: 'And for contractors?',
    holds: ['notice period', 'for contractors'],
  },
  {
    turns: [weight],
    question: 'And the price?',
    holds: ['price', 'HydroSonde'],
  },
  {
    turns: [weight],
    question: 'And of the BaroCube?',
    holds: ['weight', 'BaroCube'],
  },
  {
    turns: [['What is the maintenance interval of the pump?', 'Six months. [1]']],
    question: 'And the valve?',
    holds: ['maintenance interval', 'valve'],
  },
  {
    turns: [['When did Anna Keller join?', 'In 2019. [1]']],
    question: 'And Peter Novak?',
    holds: ['When did Peter Novak join'],
  },
  {
    turns: [['What is the capital of France?', 'Paris is the capital of France. [1]']],
    question: 'How many people live there?',
    holds: ['Paris'],
  },
  {
    turns: [['What is the tallest mountain in France?', 'Mont Blanc is the tallest mountain in France. [1]']],
    question: 'How high is it?',
    holds: ['How high is Mont Blanc'],
  },
  {
    turns: [['Where is the archive?', 'The archive is in Bergen. [1]']],
    question: 'Who works there?',
    holds: ['in Bergen'],
  },
  {
    turns: [ticket],
    question: 'Who fixed it?',
    holds: ['TKT-1042'],
  },
  {
    turns: [ticket],
    question: 'And TKT-1063?',
    holds: ['What happened in TKT-1063'],
  },
  {
    turns: [book],
    question: 'When was it published?',
    holds: ['Silent Rivers'],
  },
  {
    turns: [book],
    question: 'When did she finish it?',
    holds: ['Olga Brandt', 'Silent Rivers'],
  },
  {
    turns: [['Is the old bridge safe?', 'No, it was closed in 2020. [1]']],
    question: 'Why not?',
    holds: ['old bridge', 'why not'],
  },
  {
    turns: [['What are the safety rules?', 'Helmets are required. [1]']],
    question: 'For example?',
    holds: ['safety rules', 'example'],
  },
  {
    turns: [
      ['What is the HydroSonde?', 'A water level sensor. [1]'],
      ['How heavy is it?', 'It weighs 12 kg. [1]'],
    ],
    question: 'How much does it cost?',
    holds: ['HydroSonde'],
  },
  {
    turns: [
      ['What is the HydroSonde?', 'A water level sensor. [1]'],
      ['And the BaroCube?', 'An air pressure sensor. [2]'],
    ],
    question: 'How heavy is it?',
    holds: ['BaroCube'],
  },
  {
    turns: [pump],
    question: 'And what is the budget of the Siskin project?',
    holds: ['Siskin project'],
    lacks: ['pump'],
  },
  { turns: [pump], question: 'How long does it take to reach the hut?', holds: ['hut'], lacks: ['pump'] },
  { turns: [pump], question: 'Is it safe to drink the water?', holds: ['water'], lacks: ['pump'] },
  // Written to be hard, before the rules were tried on them.
  {
    turns: [['Who designed the station?', 'The station was designed by Nils Berg and built by Arctic Works Ltd. [1]']],
    question: 'What else did he design?',
    holds: ['Nils Berg'],
  },
  {
    turns: [['Which company built the station?', 'Arctic Works Ltd built the station in 1998. [1]']],
    question: 'Where is it based?',
    holds: ['Arctic Works'],
  },
  {
    turns: [['How do the ferry and the cable car compare?', 'The ferry is slower. [1]']],
    question: 'Which of them is cheaper?',
    holds: ['ferry', 'cable car'],
  },
  {
    turns: [['What did the 2019 audit find?', 'It found three gaps. [1]']],
    question: 'What were they?',
    holds: ['audit'],
  },
  {
    turns: [['Does the warranty cover water damage?', 'No. [1]']],
    question: 'And theft?',
    holds: ['warranty', 'theft'],
  },
  {
    turns: [['How do I reset the HydroSonde?', 'Hold the button for ten seconds. [1]']],
    question: 'What if that does not work?',
    holds: ['HydroSonde'],
  },
  {
    turns: [['Who are the members of the board?', 'The members are Ana Silva, Peter Novak and Jun Mori. [1]']],
    question: 'When did the second one join?',
    holds: ['Peter Novak'],
  },
  {
    turns: [['When was the bridge closed?', 'The bridge was closed in March 2020. [1]']],
    question: 'What happened then?',
    holds: ['bridge'],
  },
  {
    turns: [['What is the population of Paris in 2020?', '2.1 million. [1]']],
    question: 'And Lyon in 2021?',
    holds: ['population', 'Lyon', '2021'],
  },
  {
    turns: [['What is the voltage of the old model?', '12 V. [1]']],
    question: 'And of the new one?',
    holds: ['voltage', 'new'],
  },
  {
    turns: [['What was the revenue of Reliance in 2022?', '7,92,756 crore. [1]']],
    question: 'and the net profit?',
    holds: ['net profit of Reliance in 2022'],
  },
  { turns: [budget], question: 'And the costs?', holds: ['costs', '2022'] },
  {
    turns: [['How many households are there in Fresno?', '158,349 households. [1]']],
    question: 'And how many of them have children?',
    holds: ['households in Fresno have children'],
  },
  {
    turns: [
      [
        'What universities are there in Newcastle?',
        'The city has two universities — Newcastle University and Northumbria University. [1]',
      ],
    ],
    question: 'When was the older one founded?',
    holds: ['older', 'Newcastle University and Northumbria University'],
  },
]

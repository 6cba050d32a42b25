import { sampleTable } from './sample-tables'

export const orders = sampleTable('orders.csv', [
  'Order ID|Order date:date|Customer ID|Product|Category|Region|Quantity:number|Amount:number:EUR|Status',
  'O-1001|2022-01-14|C1|Desk lamp|Lighting|North|2|120.50|Shipped',
  'O-1002|2022-02-03|C2|Office chair|Furniture|South|1|340|Shipped',
  'O-1003|2022-04-22|C3|Notebook|Stationery|North|40|88|Cancelled',
  'O-1004|2022-07-09|C1|Standing desk|Furniture|West|1|699|Shipped',
  'O-1005|2022-10-30|C4|Ceiling lamp|Lighting|South|3|510|Open',
  'O-1006|2023-01-11|C2|Notebook|Stationery|South|100|210|Shipped',
  'O-1007|2023-03-19|C5|Office chair|Furniture|East|4|1360|Shipped',
  'O-1008|2023-04-02|C3|Desk lamp|Lighting|North|5|301.25|Shipped',
  'O-1009|2023-05-15|C1|Pen set|Stationery|West|12|96|Open',
  'O-1010|2023-06-27|C4|Standing desk|Furniture|South|2|1398|Shipped',
  'O-1011|2023-09-08|C5|Pen set|Stationery|East|30|240|Cancelled',
  'O-1012|2023-11-21|C2|Ceiling lamp|Lighting|North|1|170|Shipped',
])

export const customers = sampleTable(
  'customers.xlsx',
  [
    'Customer ID|Name|City|Country|Phone|Since:date',
    'C1|Aurora Bakery|Lisbon|Portugal|+351 21 555 010|2019-05-01',
    'C2|Bluefin Ltd|Dublin|Ireland|+353 1 555 220|2020-02-10',
    'C3|Cedar & Sons|Porto|Portugal|+351 22 555 330|2021-07-15',
    'C4|Delta Optics|Madrid|Spain|+34 91 555 440|2018-11-30',
    'C5|Elm Street Books|Dublin|Ireland|+353 1 555 550|2022-01-05',
  ],
  'Customers',
)

export const inventory = sampleTable('lab-inventory.csv', [
  'Instrument|Serial no.|Room|Purchased:date|Price:number:EUR|Weight (kg):number:kg|Working:boolean|Supplier',
  'Barometer|SN-8841|B12|2018-03-02|450|1.2|yes|Helmholtz GmbH',
  'Thermometer|SN-8842|B12|2021-06-14|85|0.3|yes|Ticino Instruments',
  'Anemometer|SN-8843|A3|2020-09-01|320|2.5|no|Helmholtz GmbH',
  'Rain gauge|SN-8844|Roof|2022-01-20|140|4.1|yes|Ticino Instruments',
  'Theodolite|SN-8845|A3|2016-05-05|2200|6.8|yes|Zenith Optical',
  'Spectrometer|SN-8846|B14|2023-02-27|9800|18.4|no|Zenith Optical',
  'Microscope|SN-8847|B14|2021-11-11|1750|7.9|yes|Zenith Optical',
  'Data logger|SN-8848|B12|2022-08-30|610|0.8|yes|',
])

export const staff = sampleTable('staff.csv', [
  'Name|Department|Job title|Salary:number:EUR|Start date:date|Age:number|Email',
  'Ana Silva|Sales|Account manager|52000|2019-03-01|34|ana.silva@example.org',
  'Bram de Wit|Engineering|Developer|61000|2021-09-15|29|bram@example.org',
  'Chen Li|Engineering|Team lead|78000|2017-01-10|41|chen.li@example.org',
  'Dora Novak|Finance|Controller|58000|2020-06-01|38|dora@example.org',
  'Emil Sand|Sales|Sales assistant|39000|2022-02-14|25|',
  'Fatima Noor|Engineering|Developer|64000|2018-11-05|33|fatima@example.org',
  'Goran Ilic|Finance|Accountant|49500|2023-04-03|27|goran@example.org',
])

export const energy = sampleTable('energy-readings.csv', [
  'Date:date|Building|Meter|Consumption (kWh):number:kWh|Outside temperature (°C):number:°C',
  '2023-01-31|Main hall|M1|4200|-2.5',
  '2023-01-31|Annex|M2|1800|-2.5',
  '2023-02-28|Main hall|M1|3900|1',
  '2023-02-28|Annex|M2|1650|1',
  '2023-03-31|Main hall|M1|3100|6.5',
  '2023-03-31|Annex|M2|1300|6.5',
  '2023-04-30|Main hall|M1|2400|11',
  '2023-04-30|Annex|M2|1000|11',
])

export const grades = sampleTable(
  'grades.ods',
  [
    'Student|Subject|Term:number|Score:number',
    'Lena|Mathematics|1|82',
    'Lena|History|1|91',
    'Omar|Mathematics|1|67',
    'Omar|History|1|74',
    'Priya|Mathematics|1|95',
    'Priya|History|1|88',
    'Lena|Mathematics|2|85',
    'Omar|Mathematics|2|71',
  ],
  'Scores',
)

export const spending = sampleTable(
  '支出明细.xlsx',
  [
    '日期:date|支出类别|部门|金额:number:元|经手人|备注',
    '2023-01-08|差旅费|市场部|3200|王芳|北京出差',
    '2023-02-17|办公用品|行政部|860|李强|',
    '2023-03-25|招待费|市场部|1450|王芳|',
    '2023-04-12|差旅费|研发部|5600|赵敏|上海会议',
    '2023-05-06|设备采购|研发部|12800|赵敏|',
    '2023-06-19|办公用品|行政部|430|李强|',
    '2023-08-02|差旅费|市场部|2750|王芳|',
    '2023-09-14|培训费|研发部|4000|赵敏|',
    '2023-11-23|招待费|行政部|980|李强|',
  ],
  '2023',
)

export const equipment = sampleTable('设备清单.csv', [
  '设备名称|型号|数量:number:台|单价:number:元|购买日期:date|存放地点|供应商',
  '显微镜|XM-200|3|8600|2019-05-20|一号实验室|光华仪器',
  '离心机|LX-15|2|15200|2021-03-11|二号实验室|德远科技',
  '投影仪|TY-7|5|4300|2020-09-01|会议室|明达办公',
  '电子天平|TP-03|4|2600|2022-07-18|一号实验室|光华仪器',
  '空调|KT-35|8|3900|2018-06-30|会议室|明达办公',
  '打印机|DY-11|6|2100|2023-01-09|办公室|明达办公',
])

export const shop = [orders, customers, inventory, staff, energy, grades, spending, equipment]

/** The same tables as CSV files, with units in their headers. */
export const documentsOfShop: Readonly<Record<string, string>> = Object.fromEntries(
  shop.map(({ table, lines: [head = '', ...rows] }) => {
    const headers = head.split('|').map((one) => {
      const [header = '', , unit] = one.trim().split(':')
      return unit && !header.includes('(') ? `${header} (${unit})` : header
    })
    const cells = rows.map((row) =>
      row
        .split('|')
        .map((cell) => cell.trim())
        .join(','),
    )
    return [table.documentName.replace(/\.[a-z]+$/u, '.csv'), [headers.join(','), ...cells].join('\n')]
  }),
)

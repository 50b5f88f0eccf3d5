import { sql } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import { addFile } from '../journeys.fixture'
import { testService } from '../service.fixture'
import { words } from '../store/schema'
import { isUnspaced, spaced } from './unspaced'

const service = testService()

const RETURNS = '商品の返品は、到着後３０日以内にお願いいたします。送料はお客様のご負担となります。'
const HOURS = '本日の営業時間は午前９時から午後６時までです。カスタマーサービスにお電話ください。'
const COUNTRY = '日本の祝日は休みです。東京本店のみ開いています。'
const CHINESE = '退款将在收到退货后七个工作日内原路退回。运费不予退还。'
const OPENING = '本店营业时间为上午九点至晚上八点，节假日照常营业。'
const THAI = 'ลูกค้าสามารถคืนสินค้าได้ภายในสามสิบวัน และจะได้รับเงินคืนภายในเจ็ดวัน'
const THAI_HOURS = 'ร้านเปิดทุกวันตั้งแต่เก้าโมงเช้าถึงหกโมงเย็น'
const KOREAN = '환불은 영업일 기준 7일 이내에 처리됩니다. 배송비는 고객이 부담합니다.'
const KOREAN_HOURS = '매장은 오전 9시에 열고 오후 8시에 닫습니다.'
const MIXED = 'プレミアム会員はSumac-2ストーブの保証が5年に延長されます。詳しくはsupport@example.comまで。'
const ENGLISH = 'The Sumac stove is recalled, because the valve leaks. Please send it to us.'

beforeAll(async () => {
  const texts = [RETURNS, HOURS, COUNTRY, CHINESE, OPENING, THAI, THAI_HOURS, KOREAN, KOREAN_HOURS, MIXED]
  for (const [index, text] of [...texts, ENGLISH].entries()) {
    service.readFilesWith(async () => ({ ok: true, passages: [{ text, heading: ['見出し一覧'] }] }))
    await addFile(service, `script-${index}.md`)
    await service.service().idle()
  }
})

async function ask(query: string) {
  const { status, json } = await service.send('/api/v1/knowledge-base/search', {
    method: 'POST',
    body: { query },
  })
  expect(status, JSON.stringify(json)).toBe(200)
  return (json as { passages: { text: string; marks: { start: number; end: number }[] }[] }).passages
}

test.each([
  ['返品は何日以内にできますか？', RETURNS],
  ['送料は誰が払いますか', RETURNS],
  ['営業時間を教えてください', HOURS],
  ['日本の祝日', COUNTRY],
  ['什么时候能收到退款？', CHINESE],
  ['几点营业', OPENING],
  ['คืนสินค้าได้กี่วัน', THAI],
  ['ร้านเปิดกี่โมง', THAI_HOURS],
  ['환불 얼마나 걸리나요?', KOREAN],
  ['배송비', KOREAN],
  ['매장 오후 몇 시', KOREAN_HOURS],
  ['Sumac-2の保証は何年ですか', MIXED],
  ['30日', RETURNS],
  ['ｶｽﾀﾏｰ', HOURS],
])('%s', async (query, text) => {
  expect((await ask(query))[0]?.text).toBe(text)
})

test('the same characters in another order, or not all of them, are another word', async () => {
  expect((await ask('本日')).map(({ text }) => text)).toEqual([HOURS])
  expect((await ask('日本')).map(({ text }) => text)).toEqual([COUNTRY])
  expect(await ask('返答')).toEqual([])
  expect(await ask('배송사')).toMatchObject([{ text: KOREAN }])
  expect(await ask('退場')).toEqual([])
})

test('one character finds words that have it anywhere', async () => {
  expect((await ask('祝')).map(({ text }) => text)).toEqual([COUNTRY])
  expect((await ask('料')).map(({ text }) => text)).toEqual([RETURNS])
})

test('what is quoted stands there in a row; a heading is found', async () => {
  expect((await ask('"到着後30日以内"')).map(({ text }) => text)).toEqual([RETURNS])
  expect(await ask('"到着前30日以内"')).toEqual([])
  expect((await ask('"日本の祝日は休みです"')).map(({ text }) => text)).toEqual([COUNTRY])
  expect((await ask('営業時間 -本日')).map(({ text }) => text)).toEqual([])
  expect(await ask('見出し')).toHaveLength(10)
})

test('what was found is marked as a whole', async () => {
  const [found] = await ask('営業時間')
  expect(found?.marks.map(({ start, end }) => found.text.slice(start, end))).toEqual(['営業時間'])
  const [mixed] = await ask('Sumac-2 保証')
  expect(mixed?.marks.map(({ start, end }) => mixed.text.slice(start, end))).toContain('保証')
  expect(mixed?.marks.map(({ start, end }) => mixed.text.slice(start, end)).join()).toMatch(/Sumac/)
})

test('text of other scripts is found as before', async () => {
  expect((await ask('recalled stoves'))[0]?.text).toBe(ENGLISH)
})

test('the database and this program cut alike', async () => {
  const all = [
    RETURNS,
    CHINESE,
    THAI,
    KOREAN,
    MIXED,
    ENGLISH,
    '鯨 ⼀ か\u3099 ภา ລາວ မြန်မာ ខ្មែរ 𠮷野家 end',
  ].join(' ')
  const { rows } = await service.database().execute(sql`select spaced(${all}) as cut`)
  expect(spaced(all)).toBe(rows[0]?.cut)
  expect(spaced('ABC')).toBe('ABC')
})

test('pieces are no words that a slip or a beginning may mean', async () => {
  const stored = await service.database().select().from(words)
  expect(stored.map(({ word }) => word).filter(isUnspaced)).toEqual([])
})

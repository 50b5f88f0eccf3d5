import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync, writeFileSync } from 'node:fs'
import { request } from 'node:http'
import { connect } from 'node:net'
import { median, print, spread } from './measure'
import { freePort } from './postgres-server'
import { expect, test } from './screen'
import { CREDENTIALS } from './stack'

const CONNECTIONS = 50
const ROUNDS = 8
const SECONDS = 2
const FILES = 4
const MB = 50
/** Until what runs is compiled. */
const WARM_SECONDS = 6

/** A service of 1 kB of JSON that takes files and counts them. */
const SERVICE = `
import { createServer } from 'node:http'
const body = JSON.stringify({ tools: [], pagination: { limit: 10, nextCursor: null }, pad: 'x'.repeat(960) })
const answer = (response, text) =>
  response.writeHead(200, { 'content-type': 'application/json', 'content-length': text.length }).end(text)
const server = createServer((asked, response) => {
  if (asked.method === 'GET') return answer(response, body)
  asked.resume().on('end', () =>
    answer(response, JSON.stringify({ fileId: 'f-1', uploadUrl: 'http://' + asked.headers.host + '/put/f-1' })))
}).listen(0, '127.0.0.1', () => process.stdout.write(String(server.address().port)))`

/** The least that a proxy on this stack can do. */
const BARE = `
import { createServer } from 'node:http'
import { Pool } from 'undici'
const pool = new Pool(process.argv[1], { connections: 64, pipelining: 1, headersTimeout: 0, bodyTimeout: 0 })
const server = createServer((asked, response) => {
  pool.dispatch({ path: asked.url, method: asked.method, headers: ['x-api-key', 'secret'] }, {
    onConnect() {},
    onError() { response.destroy() },
    onHeaders(status, head) {
      const headers = []
      for (let at = 0; at < head.length; at += 2)
        if (!/^(?:connection|keep-alive|transfer-encoding)$/i.test(head[at])) headers.push(head[at].toString('latin1'), head[at + 1].toString('latin1'))
      response.writeHead(status, headers)
      return true
    },
    onData: (piece) => response.write(piece),
    onComplete() { response.end() },
  })
}).listen(0, '127.0.0.1', () => process.stdout.write(String(server.address().port)))`

const children: ChildProcess[] = []

/** Runs a program of its own in a process of its own; it says its port. */
async function start(program: string, ...given: string[]): Promise<{ port: number; pid: number }> {
  const child = spawn(process.execPath, ['--input-type=module', '-e', program, ...given], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  children.push(child)
  const [said] = await once(child.stdout, 'data')
  return { port: Number(said), pid: child.pid ?? 0 }
}

/** As people start it. Nobody reads its log: who makes the load would, and so would hold it up. */
async function startOurs(serviceUrl: string): Promise<{ port: number; pid: number }> {
  const port = await freePort()
  const child = spawn(process.execPath, ['src/build/start.mjs'], {
    stdio: 'ignore',
    env: { ...process.env, ...CREDENTIALS, SERVICE_URL: serviceUrl, PORT: String(port) },
  })
  children.push(child)
  await expect(async () => expect((await fetch(`http://127.0.0.1:${port}/healthz`)).ok).toBe(true)).toPass()
  return { port, pid: child.pid ?? 0 }
}

/** Processor time of a process in ms, where the system reports it (Linux). */
function processorTime(pid: number): number {
  const [user = 0, system = 0] = readFileSync(`/proc/${pid}/stat`, 'utf8')
    .split(') ')[1]
    ?.split(' ')
    .slice(11, 13)
    .map(Number) ?? [0, 0]
  return (user + system) * 10
}

/** Keeps `CONNECTIONS` busy with one request each. Returns requests a second and their times in ms. */
async function load(port: number, seconds: number): Promise<{ each: number; times: number[] }> {
  const text = `GET /api/v1/tools HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\n\r\n`
  const times: number[] = []
  const until = performance.now() + seconds * 1000
  const one = () =>
    new Promise<void>((resolve, reject) => {
      const socket = connect(port, '127.0.0.1').setNoDelay().on('error', reject)
      let began = 0
      let heard = ''
      const ask = () => {
        began = performance.now()
        heard = ''
        if (began < until) socket.write(text)
        else socket.end(resolve)
      }
      socket.on('connect', ask).on('data', (piece) => {
        heard += piece.toString('latin1')
        const head = heard.indexOf('\r\n\r\n')
        if (head < 0) return
        if (!heard.startsWith('HTTP/1.1 200')) return reject(new Error(heard.slice(0, 300)))
        const length = Number(/content-length: (\d+)/i.exec(heard)?.[1])
        if (heard.length < head + 4 + length) return
        times.push(performance.now() - began)
        ask()
      })
    })
  await Promise.all(Array.from({ length: CONNECTIONS }, one))
  return { each: times.length / seconds, times }
}

/** Sends `FILES` files at once. Returns milliseconds. */
async function upload(port: number, path: string): Promise<number> {
  const size = MB * 2 ** 20
  const chunk = Buffer.alloc(2 ** 16, 7)
  const one = () =>
    new Promise<void>((resolve, reject) => {
      const headers = { 'content-type': 'application/pdf', 'content-length': size }
      const sending = request({ host: '127.0.0.1', port, path, method: 'PUT', headers }, (answer) => {
        if (answer.statusCode !== 200) reject(new Error(`answered ${answer.statusCode}`))
        answer.resume().on('end', resolve)
      })
      let sent = 0
      const push = () => {
        while (sent < size) {
          sent += chunk.length
          if (!sending.write(chunk)) return void sending.once('drain', push)
        }
        sending.end()
      }
      sending.on('error', reject)
      push()
    })
  const began = performance.now()
  await Promise.all(Array.from({ length: FILES }, one))
  return performance.now() - began
}

/** Resident memory in MB, at most since the last call. */
function peakMemory(pid: number): number {
  const peak = Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1024
  writeFileSync(`/proc/${pid}/clear_refs`, '5')
  return peak
}

test.afterAll(() => {
  for (const child of children) child.kill()
})

test('proxy beside bare dispatch, and uploads beside their target', async () => {
  const service = await start(SERVICE)
  const origin = `http://127.0.0.1:${service.port}`
  const bare = await start(BARE, origin)
  const { port, pid } = await startOurs(origin)
  const proxies = [
    {
      name: 'bare undici dispatch',
      ...bare,
      rates: [] as number[],
      p99: [] as number[],
      cost: [] as number[],
    },
    { name: 'proxy', port, pid, rates: [] as number[], p99: [] as number[], cost: [] as number[] },
  ]
  for (const proxy of proxies) await load(proxy.port, WARM_SECONDS)
  for (let round = 0; round < ROUNDS; round += 1)
    for (const proxy of proxies) {
      const before = processorTime(proxy.pid)
      const { each, times } = await load(proxy.port, SECONDS)
      proxy.rates.push(each)
      proxy.cost.push(((processorTime(proxy.pid) - before) * 1000) / times.length)
      proxy.p99.push(times.toSorted((a, b) => a - b)[Math.floor(times.length * 0.99)] ?? 0)
    }
  const [floor] = proxies
  for (const { name, rates, p99, cost } of proxies)
    print(
      `1 kB of JSON, ${CONNECTIONS} connections, ${name}: ${spread(rates)} requests/s (${(median(rates) / median(floor?.rates ?? [])).toFixed(2)} x bare), 99 of 100 within ${spread(p99, 1)} ms, processor time ${spread(cost)} µs each`,
    )

  // Another one, whose memory is not what a million requests left.
  const uploading = await startOurs(origin)
  const asked = await fetch(`http://127.0.0.1:${uploading.port}/generate-presigned-url`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: '{"fileName":"a.pdf"}',
  })
  const { uploadUrl } = (await asked.json()) as { uploadUrl: string }
  await upload(uploading.port, uploadUrl)
  const direct: number[] = []
  const through: number[] = []
  const peaks: number[] = []
  peakMemory(uploading.pid)
  for (let round = 0; round < ROUNDS; round += 1) {
    direct.push(await upload(service.port, '/put/f-1'))
    through.push(await upload(uploading.port, uploadUrl))
    peaks.push(peakMemory(uploading.pid))
  }
  print(
    `${FILES * MB} MB in ${FILES} files, direct: ${spread(direct)} ms; through the proxy: ${spread(through)} ms (${(median(direct) / median(through)).toFixed(2)} x direct), memory at most ${spread(peaks)} MB`,
  )
})

/**
 * Bad inputs: what people, broken clients and attackers send. Tests put them into each place of a good request in
 * turn.
 */

/** A word in many of the texts. It must appear neither in a refusal nor in the log. */
export const mark = 'evilmark'

/** Texts that some programs handle wrongly. */
export const BAD_TEXTS: readonly string[] = [
  '',
  '   ',
  '\t\n',
  `${mark}\u0000`,
  `${mark}\ud800`,
  `\udc00${mark}`,
  `${mark}\u202e\u2066`,
  '\u200b\u200b\ufeff',
  `${mark}${'\u0301'.repeat(600)}`,
  '👩‍👩‍👧‍👦'.repeat(100),
  `${mark}\r\nBcc: x@evil.example`,
  `${mark}\u2028\u2029`,
  `<script>${mark}</script>`,
  `"><svg/onload=${mark}>`,
  `javascript:${mark}`,
  'data:text/html,<b>x',
  `'; drop table question;-- ${mark}`,
  `\\'); select pg_sleep(5);-- ${mark}`,
  '{{7*7}}#{7*7}%{7*7}<%=7*7%>',
  '../../../../etc/passwd',
  '..%2f..%2f%00',
  '=HYPERLINK("http://evil.example")',
  '+cmd|calc',
  'x;=cmd|calc',
  // This is a valid address, from which a mail program would read more fields.
  'x?bcc=thief&body=hello@evil.example',
  '__proto__',
  'constructor',
  'toString',
  'ａｄｍｉｎ＠ｅｘａｍｐｌｅ',
  'e\u0301 é',
  `${mark}${'x'.repeat(5_000)}`,
  'x'.repeat(70_000),
  '-1',
  '1e309',
  'NaN',
  'null',
  '00000000-0000-0000-0000-000000000000',
  'FFFFFFFF-FFFF-4FFF-8FFF-FFFFFFFFFFFF',
  '0000-00-00',
  '2010-13-45',
  // These are valid days in some calendars and not in others.
  '0000-01-01',
  '9999-12-31',
  '99999999999999999999',
  '%s%n%x',
  '$(id)`id`',
  'a@b@c.example',
]

/** Numbers that are out of range, or not the kind of number that a call expects. */
export const BAD_NUMBERS: readonly number[] = [
  -1,
  -0,
  0.1 + 0.2,
  1.5,
  1_499,
  99_999_999,
  2 ** 31,
  2 ** 53 + 2,
  8_640_000_000_000_001,
  1e21,
  1.7e308,
  5e-324,
]

/** Values of a type that the call does not expect. */
export const BAD_KINDS: readonly unknown[] = [
  null,
  true,
  false,
  [],
  {},
  ['x'],
  [null],
  { $gt: '' },
  { toString: 'x' },
  [[[[[[[[[[]]]]]]]]]],
  Array.from({ length: 5_000 }, () => 0),
]

const nested = (depth: number, open: string, close: string) => open.repeat(depth) + close.repeat(depth)
const text = (body: string) => new TextEncoder().encode(body)

/** Whole bodies that are not the JSON of any call. */
export const BAD_BODIES: readonly Uint8Array<ArrayBuffer>[] = [
  text(''),
  text(' '),
  text('{'),
  text('[]'),
  text('null'),
  text('0'),
  text('"x"'),
  text('true'),
  text('undefined'),
  text('{}{}'),
  text('{"a":1,}'),
  text("{'a':1}"),
  text('{"a":NaN}'),
  text('{"a":1e999}'),
  text('{"__proto__":{"role":"admin"}}'),
  text('{"constructor":{"prototype":{"role":"admin"}}}'),
  text('a=1&b=2'),
  text('<?xml version="1.0"?><!DOCTYPE x [<!ENTITY e SYSTEM "file:///etc/passwd">]><x>&e;</x>'),
  text(nested(10_000, '[', ']')),
  text(nested(5_000, '{"a":', '1').replace(/1+$/, `1${'}'.repeat(5_000)}`)),
  text(nested(60, '[', ']')),
  text(`[${'0,'.repeat(30_000)}0]`),
  text(`{"a":"${'x'.repeat(10_000_000)}"}`),
  text('\ufeff{}'),
  Uint8Array.from([0xff, 0xfe, 0x7b, 0x00, 0x7d, 0x00]),
  Uint8Array.from([0x7b, 0x22, 0x61, 0x22, 0x3a, 0x22, 0xc3, 0x28, 0x22, 0x7d]),
  Uint8Array.from([0x1f, 0x8b, 0x08, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x03]),
  new Uint8Array(1_000),
]

/** Headers that our own clients never send. */
export const BAD_HEADERS: readonly Record<string, string>[] = [
  { cookie: `x=${'y'.repeat(100_000)}` },
  { cookie: 'session=%00; guest=%00' },
  { cookie: `session=${'a'.repeat(64)}.${'b'.repeat(44)}; guest=not-a-uuid.AAAA` },
  { cookie: 'session=; session=x; guest=.; guest=..' },
  { cookie: ';;;=;=x; session' },
  { cookie: 'guest=%E0%A4%A' },
  { 'x-request-id': 'x'.repeat(10_000) },
  { 'x-request-id': `{"${mark}":1}` },
  { 'x-csrf-token': 'ü'.repeat(50) },
  { 'x-forwarded-for': '127.0.0.1, ::1, evil, ' },
  { 'x-forwarded-host': 'evil.example', host: 'evil.example' },
  { 'x-http-method-override': 'DELETE' },
  { 'accept-language': `${'en,'.repeat(3_000)}x` },
  { accept: 'application/xml;q=-1' },
  { 'accept-encoding': 'gzip;q=99, *;q=0, evil' },
  { 'content-type': 'application/json; charset=utf-16' },
  { 'content-type': 'multipart/form-data; boundary=' },
  { 'content-type': ';;;' },
  { 'content-encoding': 'gzip' },
  { 'content-length': '-1' },
  { 'content-length': '99999999999999999999' },
  { range: 'bytes=9e99-' },
  { 'if-none-match': `W/"${mark}"` },
  { 'if-modified-since': 'never' },
  { 'last-event-id': '-1' },
  { expect: '100-continue' },
  { 'x-request-timestamp': 'yesterday' },
  { origin: 'null' },
  { referer: 'javascript:alert(1)' },
  { 'sec-fetch-site': 'evil' },
]

/** `Range` headers for requests for a file that is played. */
export const BAD_RANGES: readonly string[] = [
  'bytes=5-2',
  'bytes=-0',
  'bytes=--1',
  'bytes=-',
  'bytes=0-0,1-1,2-2',
  `bytes=${Array.from({ length: 1_000 }, (_, n) => `${n}-${n}`).join(',')}`,
  'bytes=9e99-',
  'bytes=99999999999999999999-',
  'items=0-1',
  'bytes=0x0-0x9',
  'bytes 0-1',
]

/** Headers that replace or join the good ones of a request that creates or continues an upload. */
export const BAD_UPLOADS: readonly Record<string, string>[] = [
  ...['-1', '1.5', '1e3', '999999999999999', '99999999999999999999', '0x10', '', 'NaN', '007'].map(
    (length) => ({
      'upload-length': length,
    }),
  ),
  ...['-1', '1', '1.5', '1e3', '99999999999999999999', '', 'NaN'].map((offset) => ({
    'upload-offset': offset,
  })),
  ...[
    '',
    ',',
    'mediaId',
    'mediaId !!!',
    'mediaId AAAA,mediaId AAAA',
    'mediaId AAAA BBBB',
    `filetype ${'A'.repeat(5_000)}`,
    Array.from({ length: 100 }, (_, n) => `k${n} AAAA`).join(','),
    'filename Li4vLi4veA==',
    '__proto__ eA==',
  ].map((metadata) => ({ 'upload-metadata': metadata })),
  { 'upload-defer-length': '1' },
  { 'upload-concat': 'partial' },
  { 'upload-concat': 'final;/files/a /files/b' },
  { 'upload-checksum': 'sha1 AAAA' },
  { 'tus-resumable': '0.2.2' },
  { 'tus-resumable': '' },
  { 'content-type': 'text/plain' },
]

/** Endpoints to which the server must never send a push. */
export const BAD_ENDPOINTS: readonly string[] = [
  'http://fcm.googleapis.com/fcm/send/x',
  'https://127.0.0.1/x',
  'https://[::1]/x',
  'https://169.254.169.254/latest/meta-data',
  'https://0x7f000001/x',
  'https://localhost./x',
  'https://fcm.googleapis.com:22/x',
  'https://fcm.googleapis.com@evil.example/x',
  'https://user:pass@fcm.googleapis.com/x',
  'https://fcm.googleapis.com.evil.example/x',
  'https://evil.example/fcm.googleapis.com',
  'https://fcm.googleapis.com\t.evil.example/x',
  'file:///etc/passwd',
  'gopher://fcm.googleapis.com/x',
  '//fcm.googleapis.com/x',
  'https://fcm.googleapis.com./x',
  'https://[::ffff:127.0.0.1]/x',
  'https://[::ffff:a9fe:a9fe]/x',
  'https://2130706433/x',
  'https://127.1/x',
  'https://notify.windows.com.evil.example/x',
  'https://evil.example\\.notify.windows.com/x',
  'https://evil.example\\@fcm.googleapis.com/x',
  'https://evil.example#.notify.windows.com/x',
  'https://evil.example?.push.apple.com',
  'https://a.b.push.apple.com/x',
]

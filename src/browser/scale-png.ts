import { deflateSync, inflateSync } from 'node:zlib';

const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

/** A picture, and how many of its pixels stand for one of what it was made from. */
export interface ScaledPng {
  readonly png: Buffer;
  readonly width: number;
  readonly height: number;
  /** At most 1. */
  readonly scale: number;
}

/**
 * Makes a PNG smaller until its longer side fits, each pixel the mean of those that it stands for. One that fits
 * is left as it is. For what browsers write: 8 bits a channel, not interlaced.
 *
 * @see PNG specification (third edition), sections 9 and 11.
 */
export function scalePng(png: Buffer, longestSide: number): ScaledPng {
  const width = png.readUInt32BE(16);
  const height = png.readUInt32BE(20);
  const scale = Math.min(1, longestSide / Math.max(width, height));
  if (scale === 1) return { png, width, height, scale };
  const channels = png[25] === 6 ? 4 : 3;
  const pixels = unfilter(inflateSync(dataOf(png)), width * channels, height, channels);
  const size = {
    width: Math.max(1, Math.round(width * scale)),
    height: Math.max(1, Math.round(height * scale)),
  };
  const smaller = average(pixels, { width, height }, size, channels);
  const header = Buffer.from(png.subarray(16, 29));
  header.writeUInt32BE(size.width, 0);
  header.writeUInt32BE(size.height, 4);
  const out = Buffer.concat([
    SIGNATURE,
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(smaller)),
    chunk('IEND', Buffer.alloc(0)),
  ]);
  return { png: out, ...size, scale };
}

/** The compressed data, which may lie in several chunks. */
function dataOf(png: Buffer): Buffer {
  const parts: Buffer[] = [];
  for (let at = 8; at + 8 <= png.length; ) {
    const length = png.readUInt32BE(at);
    if (png.toString('latin1', at + 4, at + 8) === 'IDAT') parts.push(png.subarray(at + 8, at + 8 + length));
    at += length + 12;
  }
  return Buffer.concat(parts);
}

/** Each row says how its bytes differ from those before and above. */
function unfilter(raw: Buffer, rowBytes: number, height: number, channels: number): Buffer {
  const out = Buffer.alloc(rowBytes * height);
  for (let row = 0; row < height; row += 1) {
    const filter = raw[row * (rowBytes + 1)] ?? 0;
    const from = row * (rowBytes + 1) + 1;
    const to = row * rowBytes;
    for (let at = 0; at < rowBytes; at += 1) {
      const left = at < channels ? 0 : (out[to + at - channels] ?? 0);
      const above = row === 0 ? 0 : (out[to + at - rowBytes] ?? 0);
      const corner = row === 0 || at < channels ? 0 : (out[to + at - rowBytes - channels] ?? 0);
      out[to + at] = (raw[from + at] ?? 0) + predicted(filter, left, above, corner);
    }
  }
  return out;
}

function predicted(filter: number, left: number, above: number, corner: number): number {
  if (filter === 1) return left;
  if (filter === 2) return above;
  if (filter === 3) return (left + above) >> 1;
  if (filter !== 4) return 0;
  const guess = left + above - corner;
  const [toLeft, toAbove, toCorner] = [
    Math.abs(guess - left),
    Math.abs(guess - above),
    Math.abs(guess - corner),
  ];
  if (toLeft <= toAbove && toLeft <= toCorner) return left;
  return toAbove <= toCorner ? above : corner;
}

interface Size {
  readonly width: number;
  readonly height: number;
}

/** Rows of the smaller picture, each with the byte before it that says that it is not filtered. */
function average(pixels: Buffer, from: Size, to: Size, channels: number): Buffer {
  const out = Buffer.alloc(to.height * (to.width * channels + 1));
  let place = 0;
  for (let row = 0; row < to.height; row += 1) {
    place += 1;
    const top = Math.floor((row * from.height) / to.height);
    const bottom = Math.max(top + 1, Math.floor(((row + 1) * from.height) / to.height));
    for (let column = 0; column < to.width; column += 1) {
      const left = Math.floor((column * from.width) / to.width);
      const right = Math.max(left + 1, Math.floor(((column + 1) * from.width) / to.width));
      for (let channel = 0; channel < channels; channel += 1) {
        let sum = 0;
        for (let y = top; y < bottom; y += 1)
          for (let x = left; x < right; x += 1) sum += pixels[(y * from.width + x) * channels + channel] ?? 0;
        out[place] = Math.round(sum / ((bottom - top) * (right - left)));
        place += 1;
      }
    }
  }
  return out;
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const frame = Buffer.alloc(8);
  frame.writeUInt32BE(data.length, 0);
  frame.writeUInt32BE(crc32(body), 4);
  return Buffer.concat([frame.subarray(0, 4), body, frame.subarray(4)]);
}

/** The checksum of a chunk. @see PNG specification, annex D. */
function crc32(bytes: Buffer): number {
  let crc = 0xffffffff;
  for (const byte of bytes) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit += 1) crc = (crc >>> 1) ^ (crc & 1 ? 0xedb88320 : 0);
  }
  return (crc ^ 0xffffffff) >>> 0;
}

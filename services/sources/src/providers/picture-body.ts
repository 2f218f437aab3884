import type { PlainRequest } from '../connectors/http/http-caller.ts';
import { expression } from '../connectors/http/expressions.ts';
import { SourceFault } from '../connectors/connector.port.ts';
import { isItem, textOf } from '../domain/fields/field-shapes.ts';
import { mapTexts } from '../domain/json/map-texts.ts';
import { fillText, fillUrl } from '../domain/template.ts';
import type { ProviderConfig } from './provider-config.ts';

/** The picture that is searched by, cleaned. */
export interface SoughtPicture {
  type: string;
  /** In base64. */
  content: string;
}

/** What placeholders stand for. `answer`: the body of the first answer, where a second request is made of it. */
export interface PictureValues {
  picture: SoughtPicture;
  answer: unknown;
}

/** Names of placeholders, without braces; besides them `answer.` and an expression over the first answer's body. */
export const pictureForms = ['image', 'dataUrl', 'type'] as const;

/** A placeholder for a value of the answer to the request before. */
export const ofAnswer = /\{answer\.([^{}]+)\}/g;
const wholeAnswer = /^\{answer\.([^{}]+)\}$/;

/** What texts of one request are filled with: made once, since a picture in them has up to 1.4 MB. */
interface Filling extends PictureValues {
  texts: Record<(typeof pictureForms)[number], string>;
}

const textsOf = ({ type, content }: SoughtPicture): Filling['texts'] => ({
  image: content,
  dataUrl: `data:${type};base64,${content}`,
  type,
});

/** Texts as they stand within a JSON string. */
const inJson = (text: string): string => JSON.stringify(text).slice(1, -1);

/** @throws SourceFault when the answer has no such value */
function lookUp(path: string, answer: unknown): unknown {
  const value = expression(path)(answer) ?? null;
  if (value === null) throw new SourceFault(`answered without ${path}, by which it is asked on`, { kind: 'MAPPING' });
  return value;
}

function withAnswer(text: string, answer: unknown, write: (value: string) => string): string {
  return text.replaceAll(ofAnswer, (_whole, path: string) => {
    const value = textOf(lookUp(path, answer));
    if (value === null) throw new SourceFault(`answered with a ${path} that is no text`, { kind: 'MAPPING' });
    return write(value);
  });
}

/** A text that is one placeholder of the answer stands for the value itself, which may be an object. */
const fillValue = (value: unknown, { answer, texts }: Filling): unknown =>
  mapTexts(value, (text) => {
    const [, path] = wholeAnswer.exec(text) ?? [];
    return path === undefined ? withAnswer(fillText(text, [], texts), answer, (found) => found) : lookUp(path, answer);
  });

const textIn = (value: unknown, values: Filling): string => {
  const filled = fillValue(value, values);
  return typeof filled === 'string' ? filled : JSON.stringify(filled);
};

const only = (body: unknown, name: string): Readonly<Record<string, unknown>> | null =>
  isItem(body) && Object.keys(body).length === 1 && isItem(body[name]) ? body[name] : null;

/** As browsers send files: `{image}` alone is the picture as a file. */
async function multipart(fields: Readonly<Record<string, unknown>>, values: Filling) {
  const form = new FormData();
  const { type, content } = values.picture;
  for (const [name, value] of Object.entries(fields)) {
    if (value === '{image}')
      form.append(name, new Blob([Buffer.from(content, 'base64')], { type }), `image.${type.slice('image/'.length)}`);
    else form.append(name, textIn(value, values));
  }
  const encoded = new Response(form);
  return {
    contentType: encoded.headers.get('content-type') ?? 'multipart/form-data',
    body: new Uint8Array(await encoded.arrayBuffer()),
  };
}

type Body = ProviderConfig['request']['body'];

async function bodyOf(body: Body, values: Filling): Promise<Pick<PlainRequest, 'body' | 'contentType'>> {
  if (body === undefined || body === null) return { body: null };
  const files = only(body, 'multipart');
  if (files) return multipart(files, values);
  const form = only(body, 'form');
  if (form) {
    const filled = new URLSearchParams(Object.entries(form).map(([name, value]) => [name, textIn(value, values)]));
    return { contentType: 'application/x-www-form-urlencoded', body: filled.toString() };
  }
  if (typeof body === 'string') {
    // Neither base64 nor a type of pictures has anything that JSON escapes.
    return {
      contentType: 'application/json',
      body: withAnswer(fillText(body, [], values.texts), values.answer, inJson),
    };
  }
  return { contentType: 'application/json', body: JSON.stringify(fillValue(body, values)) };
}

/** A request with all placeholders filled in. @throws SourceFault when the first answer lacks what it is made of */
export async function pictureRequest(
  { method, url, body }: { method: PlainRequest['method']; url: string; body?: Body },
  values: PictureValues,
): Promise<PlainRequest> {
  const { type } = values.picture;
  const filled = withAnswer(fillUrl(url, [], { type }), values.answer, encodeURIComponent);
  return { method, url: filled, ...(await bodyOf(body, { ...values, texts: textsOf(values.picture) })) };
}

import { rows } from './requirement.ts';

/** Promises about page content (I), credentials (V), files (F), egress (E), the control port (C) and our servers (H). */
export const SECURITY = {
  ...rows('security', 'now', {
    F1: 'A download never lands outside its folder, whatever its name, and sizes are bounded.',
    F2: 'Only files inside an upload root are uploaded, and never secret ones.',
    F3: 'A download is never opened; its kind and hash are recorded.',
    F5: 'Only http and https pages and about:blank open at the top; no other scheme does.',
    E2: 'A name is resolved once, judged and dialled by that address, so rebinding reaches nothing private.',
    E3: 'Each hop of a redirect is judged anew, and a chain into a forbidden address stops there.',
    E4: 'A host written in an odd way gets the verdict of its plain form.',
    E5: 'Loopback addresses do not get around the proxy.',
    E9: 'Nothing a page tries reaches our own ports, even where loopback is allowed.',
    C1: 'The browser listens on no socket.',
    H1: 'A request to our server passes only with the right Origin, Host and token.',
    H3: "Another caller's handle gets the answer of an unknown one, and handles cannot be guessed.",
    H6: 'HTTP does not start off loopback without a token and an explicit flag.',
    V5: 'Lookalike hosts are refused by name.',
    V9: 'One-time codes are made at the moment of the fill, used once, and never returned.',
    V10: 'Unknown items and items of others look the same.',
    V11: 'Records at rest are sealed: any altered byte, wrong key or swapped record is refused.',
  }),
  ...rows('security', 'seeing', {
    I1: 'Page content stands inside boundaries with a fresh nonce that no page can close.',
    I2: 'Text that a person cannot see is not in the snapshot; a long name apart from what is drawn is marked, names are cut at 200, invisible code points are stripped and counted.',
    I3: 'A frame outside the read set is one line, and none of its text is anywhere.',
  }),
  ...rows('security', 'now', {
    I4: 'After private data and untrusted content met, a write to an outside origin needs a person.',
    I5: 'Data carried out in an address that the model composed needs a person.',
    I6: 'An approval is for one exact act on one exact page, once, for a short time, and no answer means no.',
    F4: 'Each session has a clipboard of its own, and pages get none by default.',
    E1: 'Names that lead to private, special or metadata addresses are refused, by table, for each session by itself.',
    E6: 'Sockets, workers, beacons and prefetches reach no denied host.',
    E7: 'No datagram leaves the browser by WebRTC, QUIC or DNS of its own.',
    E8: "The browser's own traffic is denied and counted, and not shown to the model.",
    E10: 'Tunnels go to the allowed ports only, few at a time, and idle ones end.',
    E11: 'A caller can narrow the rules and never widen them, and an empty list means nothing.',
    E12: 'When the proxy dies the browser gets errors, never a direct way out.',
    C4: "A profile is private to its session, deleted at the end, and never the person's own.",
    H2: 'A socket upgrade passes the same checks as a request, with no token in an address.',
    H4: 'A token made for another server is refused, and none is passed on.',
    H5: 'Headers that repeat the body have to agree with it.',
    H8: 'One caller cannot use up the server.',
    H9: 'By default the product makes no request of its own.',
  }),
  ...rows('security', 'now', {
    V1: 'A secret that was filled shows in no output of any kind, in no encoding.',
    V2: 'A secret shown by a toggle or mirrored by the page is masked in text and in pictures, or there is no picture.',
    V3: 'After a fill the session is sealed against reading back until the value is gone.',
    V4: 'A credential goes only to its exact origin, with each ancestor frame allowed.',
    V6: 'Where the form posts to is checked before the fill and again before the submit.',
    V7: 'A field swapped between check and keystroke gets no keystroke.',
    V8: 'A hidden, tiny, covered or wrong kind of field gets no secret.',
    V12: 'No secret is in an argument list or environment of any process.',
    V13: 'The browser saves and fills nothing by itself.',
    V14: 'Each use of a secret is recorded, without the value or its length.',
    V15: 'A secret that the page reformats is still masked, and short ones do not blank ordinary text.',
  }),
  ...rows('security', 'workflow', {
    I7: 'Workflow text found on a page is data; saving one needs a person or a signed caller.',
  }),
  // No port is opened and no raw protocol is offered to anyone yet: both come with the strict face.
  ...rows('security', 'strict', {
    C2: 'A port, where one is needed, is on loopback, random, behind our relay and used once.',
    C3: 'Raw protocol access is off, and when on it lets listed methods through only.',
  }),
  // There is no console yet.
  ...rows('security', 'reliability', {
    H7: 'No string of a page runs in the console, and the console cannot be framed or forged.',
  }),
} as const;

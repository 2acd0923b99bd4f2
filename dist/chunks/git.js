import { i as __require, o as __toESM, t as __commonJSMin } from "./rolldown-runtime.js";
import { D as regularFile, Dt as effect, Nt as findShapes, R as sha256, T as namesIn, Tt as asyncEffect, W as hasTrait, _ as canonicalJson, _t as counted, b as fileText, ct as configError, ht as oneLine, lt as describeError, mt as headTail, r as systemReason, st as RunnerError, ut as gitError, v as NOWHERE, vt as enumerated, x as givenText, y as exactStats, yt as grouped } from "./front.js";
import { Bo as bytePath, Fo as unquoted, Go as createInTurn, Ho as foldersAbove, Io as diffsIn, Jo as parseRaw, Jt as writeViews, Ko as parseChanges, No as readerOf, Oo as trustedPath, Po as quotedLines, Qn as backoffMs, Qo as requireBlob, Uo as nulEnded, Vo as bytesBelow, Wo as pathText, Xo as reverseOf, Yo as parseStatus, Zo as objectsIn, ao as giveToOwner, as as FIXED_ENV, co as placeFile, cs as configEnvironment, fi as PIECE_BYTES, gi as latin1Pieces, io as fileId, is as objectId, lt as endedBefore, ns as waitBeforeNext, oa as POLICY_PATH, oi as filterHolding, oo as inTheWayOf, os as TRUST_OWNER, pi as blobsOf, qo as parseCounts, ro as putBackOrSave, rs as idOf, sa as openRepository, si as heldFilesOf, so as isEmptiedBy, ss as authorEnvironment, to as keepFiles, ts as retryingGit, us as systemClock, zo as isGitsOwn } from "./core.js";
import { P as judgeChange, jt as BUILTIN_POLICY_NAME } from "./toolbox.js";
import { Socket } from "node:net";
import { isUtf8 } from "node:buffer";
import { promisify } from "node:util";
import { EventEmitter } from "node:events";
import { subscribe, unsubscribe } from "node:diagnostics_channel";
import { deflate } from "node:zlib";
import { randomUUID } from "node:crypto";
import { appendFileSync, closeSync, constants, copyFileSync, createReadStream, existsSync, lstatSync, mkdirSync, mkdtempSync, openSync, readFileSync, readdirSync, readlinkSync, renameSync, rmSync, rmdirSync, statSync, utimesSync, writeFileSync } from "node:fs";
import { dirname, join, normalize, relative, resolve } from "node:path";
import { spawn, spawnSync } from "node:child_process";
import { tmpdir } from "node:os";
import { mkdir, readdir, rename, stat, writeFile } from "node:fs/promises";
import { setTimeout as setTimeout$1 } from "node:timers/promises";

// node_modules/ms/index.js
var require_ms = /* @__PURE__ */ __commonJSMin(((exports, module) => {
	var s = 1e3;
	var m = s * 60;
	var h = m * 60;
	var d = h * 24;
	var w = d * 7;
	var y = d * 365.25;
	module.exports = function(val, options) {
		options = options || {};
		var type = typeof val;
		if (type === "string" && val.length > 0) return parse(val);
		else if (type === "number" && isFinite(val)) return options.long ? fmtLong(val) : fmtShort(val);
		throw new Error("val is not a non-empty string or a valid number. val=" + JSON.stringify(val));
	};
	function parse(str) {
		str = String(str);
		if (str.length > 100) return;
		var match = /^(-?(?:\d+)?\.?\d+) *(milliseconds?|msecs?|ms|seconds?|secs?|s|minutes?|mins?|m|hours?|hrs?|h|days?|d|weeks?|w|years?|yrs?|y)?$/i.exec(str);
		if (!match) return;
		var n = parseFloat(match[1]);
		switch ((match[2] || "ms").toLowerCase()) {
			case "years":
			case "year":
			case "yrs":
			case "yr":
			case "y": return n * y;
			case "weeks":
			case "week":
			case "w": return n * w;
			case "days":
			case "day":
			case "d": return n * d;
			case "hours":
			case "hour":
			case "hrs":
			case "hr":
			case "h": return n * h;
			case "minutes":
			case "minute":
			case "mins":
			case "min":
			case "m": return n * m;
			case "seconds":
			case "second":
			case "secs":
			case "sec":
			case "s": return n * s;
			case "milliseconds":
			case "millisecond":
			case "msecs":
			case "msec":
			case "ms": return n;
			default: return;
		}
	}
	function fmtShort(ms) {
		var msAbs = Math.abs(ms);
		if (msAbs >= d) return Math.round(ms / d) + "d";
		if (msAbs >= h) return Math.round(ms / h) + "h";
		if (msAbs >= m) return Math.round(ms / m) + "m";
		if (msAbs >= s) return Math.round(ms / s) + "s";
		return ms + "ms";
	}
	function fmtLong(ms) {
		var msAbs = Math.abs(ms);
		if (msAbs >= d) return plural(ms, msAbs, d, "day");
		if (msAbs >= h) return plural(ms, msAbs, h, "hour");
		if (msAbs >= m) return plural(ms, msAbs, m, "minute");
		if (msAbs >= s) return plural(ms, msAbs, s, "second");
		return ms + " ms";
	}
	function plural(ms, msAbs, n, name) {
		var isPlural = msAbs >= n * 1.5;
		return Math.round(ms / n) + " " + name + (isPlural ? "s" : "");
	}
}));

// node_modules/debug/src/common.js
var require_common = /* @__PURE__ */ __commonJSMin(((exports, module) => {
	function setup(env) {
		createDebug.debug = createDebug;
		createDebug.default = createDebug;
		createDebug.coerce = coerce;
		createDebug.disable = disable;
		createDebug.enable = enable;
		createDebug.enabled = enabled;
		createDebug.humanize = require_ms();
		createDebug.destroy = destroy;
		Object.keys(env).forEach((key) => {
			createDebug[key] = env[key];
		});
		createDebug.names = [];
		createDebug.skips = [];
		createDebug.formatters = {};
		function selectColor(namespace) {
			let hash = 0;
			for (let i = 0; i < namespace.length; i++) {
				hash = (hash << 5) - hash + namespace.charCodeAt(i);
				hash |= 0;
			}
			return createDebug.colors[Math.abs(hash) % createDebug.colors.length];
		}
		createDebug.selectColor = selectColor;
		function createDebug(namespace) {
			let prevTime;
			let enableOverride = null;
			let namespacesCache;
			let enabledCache;
			function debug(...args) {
				if (!debug.enabled) return;
				const self = debug;
				const curr = Number(/* @__PURE__ */ new Date());
				self.diff = curr - (prevTime || curr);
				self.prev = prevTime;
				self.curr = curr;
				prevTime = curr;
				args[0] = createDebug.coerce(args[0]);
				if (typeof args[0] !== "string") args.unshift("%O");
				let index = 0;
				args[0] = args[0].replace(/%([a-zA-Z%])/g, (match, format) => {
					if (match === "%%") return "%";
					index++;
					const formatter = createDebug.formatters[format];
					if (typeof formatter === "function") {
						const val = args[index];
						match = formatter.call(self, val);
						args.splice(index, 1);
						index--;
					}
					return match;
				});
				createDebug.formatArgs.call(self, args);
				(self.log || createDebug.log).apply(self, args);
			}
			debug.namespace = namespace;
			debug.useColors = createDebug.useColors();
			debug.color = createDebug.selectColor(namespace);
			debug.extend = extend;
			debug.destroy = createDebug.destroy;
			Object.defineProperty(debug, "enabled", {
				enumerable: true,
				configurable: false,
				get: () => {
					if (enableOverride !== null) return enableOverride;
					if (namespacesCache !== createDebug.namespaces) {
						namespacesCache = createDebug.namespaces;
						enabledCache = createDebug.enabled(namespace);
					}
					return enabledCache;
				},
				set: (v) => {
					enableOverride = v;
				}
			});
			if (typeof createDebug.init === "function") createDebug.init(debug);
			return debug;
		}
		function extend(namespace, delimiter) {
			const newDebug = createDebug(this.namespace + (typeof delimiter === "undefined" ? ":" : delimiter) + namespace);
			newDebug.log = this.log;
			return newDebug;
		}
		function enable(namespaces) {
			createDebug.save(namespaces);
			createDebug.namespaces = namespaces;
			createDebug.names = [];
			createDebug.skips = [];
			const split = (typeof namespaces === "string" ? namespaces : "").trim().replace(/\s+/g, ",").split(",").filter(Boolean);
			for (const ns of split) if (ns[0] === "-") createDebug.skips.push(ns.slice(1));
			else createDebug.names.push(ns);
		}
		function matchesTemplate(search, template) {
			let searchIndex = 0;
			let templateIndex = 0;
			let starIndex = -1;
			let matchIndex = 0;
			while (searchIndex < search.length) if (templateIndex < template.length && (template[templateIndex] === search[searchIndex] || template[templateIndex] === "*")) {
				if (template[templateIndex] === "*") {
					starIndex = templateIndex;
					matchIndex = searchIndex;
					templateIndex++;
				} else {
					searchIndex++;
					templateIndex++;
				}
			} else if (starIndex !== -1) {
				templateIndex = starIndex + 1;
				matchIndex++;
				searchIndex = matchIndex;
			} else return false;
			while (templateIndex < template.length && template[templateIndex] === "*") templateIndex++;
			return templateIndex === template.length;
		}
		function disable() {
			const namespaces = [...createDebug.names, ...createDebug.skips.map((namespace) => "-" + namespace)].join(",");
			createDebug.enable("");
			return namespaces;
		}
		function enabled(name) {
			for (const skip of createDebug.skips) if (matchesTemplate(name, skip)) return false;
			for (const ns of createDebug.names) if (matchesTemplate(name, ns)) return true;
			return false;
		}
		function coerce(val) {
			if (val instanceof Error) return val.stack || val.message;
			return val;
		}
		function destroy() {
			console.warn("Instance method `debug.destroy()` is deprecated and no longer does anything. It will be removed in the next major version of `debug`.");
		}
		createDebug.enable(createDebug.load());
		return createDebug;
	}
	module.exports = setup;
}));

// node_modules/debug/src/browser.js
var require_browser = /* @__PURE__ */ __commonJSMin(((exports, module) => {
	exports.formatArgs = formatArgs;
	exports.save = save;
	exports.load = load;
	exports.useColors = useColors;
	exports.storage = localstorage();
	exports.destroy = (() => {
		let warned = false;
		return () => {
			if (!warned) {
				warned = true;
				console.warn("Instance method `debug.destroy()` is deprecated and no longer does anything. It will be removed in the next major version of `debug`.");
			}
		};
	})();
	exports.colors = [
		"#0000CC",
		"#0000FF",
		"#0033CC",
		"#0033FF",
		"#0066CC",
		"#0066FF",
		"#0099CC",
		"#0099FF",
		"#00CC00",
		"#00CC33",
		"#00CC66",
		"#00CC99",
		"#00CCCC",
		"#00CCFF",
		"#3300CC",
		"#3300FF",
		"#3333CC",
		"#3333FF",
		"#3366CC",
		"#3366FF",
		"#3399CC",
		"#3399FF",
		"#33CC00",
		"#33CC33",
		"#33CC66",
		"#33CC99",
		"#33CCCC",
		"#33CCFF",
		"#6600CC",
		"#6600FF",
		"#6633CC",
		"#6633FF",
		"#66CC00",
		"#66CC33",
		"#9900CC",
		"#9900FF",
		"#9933CC",
		"#9933FF",
		"#99CC00",
		"#99CC33",
		"#CC0000",
		"#CC0033",
		"#CC0066",
		"#CC0099",
		"#CC00CC",
		"#CC00FF",
		"#CC3300",
		"#CC3333",
		"#CC3366",
		"#CC3399",
		"#CC33CC",
		"#CC33FF",
		"#CC6600",
		"#CC6633",
		"#CC9900",
		"#CC9933",
		"#CCCC00",
		"#CCCC33",
		"#FF0000",
		"#FF0033",
		"#FF0066",
		"#FF0099",
		"#FF00CC",
		"#FF00FF",
		"#FF3300",
		"#FF3333",
		"#FF3366",
		"#FF3399",
		"#FF33CC",
		"#FF33FF",
		"#FF6600",
		"#FF6633",
		"#FF9900",
		"#FF9933",
		"#FFCC00",
		"#FFCC33"
	];
	function useColors() {
		if (typeof window !== "undefined" && window.process && (window.process.type === "renderer" || window.process.__nwjs)) return true;
		if (typeof navigator !== "undefined" && navigator.userAgent && navigator.userAgent.toLowerCase().match(/(edge|trident)\/(\d+)/)) return false;
		let m;
		return typeof document !== "undefined" && document.documentElement && document.documentElement.style && document.documentElement.style.WebkitAppearance || typeof window !== "undefined" && window.console && (window.console.firebug || window.console.exception && window.console.table) || typeof navigator !== "undefined" && navigator.userAgent && (m = navigator.userAgent.toLowerCase().match(/firefox\/(\d+)/)) && parseInt(m[1], 10) >= 31 || typeof navigator !== "undefined" && navigator.userAgent && navigator.userAgent.toLowerCase().match(/applewebkit\/(\d+)/);
	}
	function formatArgs(args) {
		args[0] = (this.useColors ? "%c" : "") + this.namespace + (this.useColors ? " %c" : " ") + args[0] + (this.useColors ? "%c " : " ") + "+" + module.exports.humanize(this.diff);
		if (!this.useColors) return;
		const c = "color: " + this.color;
		args.splice(1, 0, c, "color: inherit");
		let index = 0;
		let lastC = 0;
		args[0].replace(/%[a-zA-Z%]/g, (match) => {
			if (match === "%%") return;
			index++;
			if (match === "%c") lastC = index;
		});
		args.splice(lastC, 0, c);
	}
	exports.log = console.debug || console.log || (() => {});
	function save(namespaces) {
		try {
			if (namespaces) exports.storage.setItem("debug", namespaces);
			else exports.storage.removeItem("debug");
		} catch (error) {}
	}
	function load() {
		let r;
		try {
			r = exports.storage.getItem("debug") || exports.storage.getItem("DEBUG");
		} catch (error) {}
		if (!r && typeof process !== "undefined" && "env" in process) r = process.env.DEBUG;
		return r;
	}
	function localstorage() {
		try {
			return localStorage;
		} catch (error) {}
	}
	module.exports = require_common()(exports);
	const { formatters } = module.exports;
	formatters.j = function(v) {
		try {
			return JSON.stringify(v);
		} catch (error) {
			return "[UnexpectedJSONParseError]: " + error.message;
		}
	};
}));

// node_modules/debug/src/node.js
var require_node = /* @__PURE__ */ __commonJSMin(((exports, module) => {
	const tty = __require("tty");
	const util = __require("util");
	exports.init = init;
	exports.log = log;
	exports.formatArgs = formatArgs;
	exports.save = save;
	exports.load = load;
	exports.useColors = useColors;
	exports.destroy = util.deprecate(() => {}, "Instance method `debug.destroy()` is deprecated and no longer does anything. It will be removed in the next major version of `debug`.");
	exports.colors = [
		6,
		2,
		3,
		4,
		5,
		1
	];
	try {
		const supportsColor = __require("supports-color");
		if (supportsColor && (supportsColor.stderr || supportsColor).level >= 2) exports.colors = [
			20,
			21,
			26,
			27,
			32,
			33,
			38,
			39,
			40,
			41,
			42,
			43,
			44,
			45,
			56,
			57,
			62,
			63,
			68,
			69,
			74,
			75,
			76,
			77,
			78,
			79,
			80,
			81,
			92,
			93,
			98,
			99,
			112,
			113,
			128,
			129,
			134,
			135,
			148,
			149,
			160,
			161,
			162,
			163,
			164,
			165,
			166,
			167,
			168,
			169,
			170,
			171,
			172,
			173,
			178,
			179,
			184,
			185,
			196,
			197,
			198,
			199,
			200,
			201,
			202,
			203,
			204,
			205,
			206,
			207,
			208,
			209,
			214,
			215,
			220,
			221
		];
	} catch (error) {}
	exports.inspectOpts = Object.keys(process.env).filter((key) => {
		return /^debug_/i.test(key);
	}).reduce((obj, key) => {
		const prop = key.substring(6).toLowerCase().replace(/_([a-z])/g, (_, k) => {
			return k.toUpperCase();
		});
		let val = process.env[key];
		if (/^(yes|on|true|enabled)$/i.test(val)) val = true;
		else if (/^(no|off|false|disabled)$/i.test(val)) val = false;
		else if (val === "null") val = null;
		else val = Number(val);
		obj[prop] = val;
		return obj;
	}, {});
	function useColors() {
		return "colors" in exports.inspectOpts ? Boolean(exports.inspectOpts.colors) : tty.isatty(process.stderr.fd);
	}
	function formatArgs(args) {
		const { namespace: name, useColors } = this;
		if (useColors) {
			const c = this.color;
			const colorCode = "\x1B[3" + (c < 8 ? c : "8;5;" + c);
			const prefix = `  ${colorCode};1m${name} \u001B[0m`;
			args[0] = prefix + args[0].split("\n").join("\n" + prefix);
			args.push(colorCode + "m+" + module.exports.humanize(this.diff) + "\x1B[0m");
		} else args[0] = getDate() + name + " " + args[0];
	}
	function getDate() {
		if (exports.inspectOpts.hideDate) return "";
		return (/* @__PURE__ */ new Date()).toISOString() + " ";
	}
	function log(...args) {
		return process.stderr.write(util.formatWithOptions(exports.inspectOpts, ...args) + "\n");
	}
	function save(namespaces) {
		if (namespaces) process.env.DEBUG = namespaces;
		else delete process.env.DEBUG;
	}
	function load() {
		return process.env.DEBUG;
	}
	function init(debug) {
		debug.inspectOpts = {};
		const keys = Object.keys(exports.inspectOpts);
		for (let i = 0; i < keys.length; i++) debug.inspectOpts[keys[i]] = exports.inspectOpts[keys[i]];
	}
	module.exports = require_common()(exports);
	const { formatters } = module.exports;
	formatters.o = function(v) {
		this.inspectOpts.colors = this.useColors;
		return util.inspect(v, this.inspectOpts).split("\n").map((str) => str.trim()).join(" ");
	};
	formatters.O = function(v) {
		this.inspectOpts.colors = this.useColors;
		return util.inspect(v, this.inspectOpts);
	};
}));

// node_modules/debug/src/index.js
var require_src$1 = /* @__PURE__ */ __commonJSMin(((exports, module) => {
	if (typeof process === "undefined" || process.type === "renderer" || process.browser === true || process.__nwjs) module.exports = require_browser();
	else module.exports = require_node();
}));

// node_modules/@simple-git/args-pathspec/dist/index.mjs
const t = /* @__PURE__ */ new WeakMap();
function c$1(...n) {
	const e = new String(n);
	return t.set(e, n), e;
}
function r(n) {
	return n instanceof String && t.has(n);
}
function o(n) {
	return t.get(n) ?? [];
}

// node_modules/@kwsites/file-exists/dist/src/index.js
var require_src = /* @__PURE__ */ __commonJSMin(((exports, module, this$1) => {
	var __importDefault = this$1 && this$1.__importDefault || function(mod) {
		return mod && mod.__esModule ? mod : { "default": mod };
	};
	Object.defineProperty(exports, "__esModule", { value: true });
	const fs_1 = __require("fs");
	const log = __importDefault(require_src$1()).default("@kwsites/file-exists");
	function check(path, isFile, isDirectory) {
		log(`checking %s`, path);
		try {
			const stat = fs_1.statSync(path);
			if (stat.isFile() && isFile) {
				log(`[OK] path represents a file`);
				return true;
			}
			if (stat.isDirectory() && isDirectory) {
				log(`[OK] path represents a directory`);
				return true;
			}
			log(`[FAIL] path represents something other than a file or directory`);
			return false;
		} catch (e) {
			if (e.code === "ENOENT") {
				log(`[FAIL] path is not accessible: %o`, e);
				return false;
			}
			log(`[FATAL] %o`, e);
			throw e;
		}
	}
	function exists(path, type = exports.READABLE) {
		return check(path, (type & exports.FILE) > 0, (type & exports.FOLDER) > 0);
	}
	exports.exists = exists;
	exports.FILE = 1;
	exports.FOLDER = 2;
	exports.READABLE = exports.FILE + exports.FOLDER;
}));

// node_modules/@kwsites/file-exists/dist/index.js
var require_dist$1 = /* @__PURE__ */ __commonJSMin(((exports) => {
	function __export(m) {
		for (var p in m) if (!exports.hasOwnProperty(p)) exports[p] = m[p];
	}
	Object.defineProperty(exports, "__esModule", { value: true });
	__export(require_src());
}));

// node_modules/@kwsites/promise-deferred/dist/index.js
var require_dist = /* @__PURE__ */ __commonJSMin(((exports) => {
	Object.defineProperty(exports, "__esModule", { value: true });
	exports.createDeferred = exports.deferred = void 0;
	function deferred() {
		let done;
		let fail;
		let status = "pending";
		return {
			promise: new Promise((_done, _fail) => {
				done = _done;
				fail = _fail;
			}),
			done(result) {
				if (status === "pending") {
					status = "resolved";
					done(result);
				}
			},
			fail(error) {
				if (status === "pending") {
					status = "rejected";
					fail(error);
				}
			},
			get fulfilled() {
				return status !== "pending";
			},
			get status() {
				return status;
			}
		};
	}
	exports.deferred = deferred;
	exports.createDeferred = deferred;
}));

// node_modules/@simple-git/argv-parser/dist/index.mjs
var import_src = /* @__PURE__ */ __toESM(require_src$1(), 1);
var import_dist = require_dist$1();
var import_dist$1 = require_dist();
function* x$1(e, n) {
	const t = n === "global";
	for (const o of e) o.isGlobal === t && (yield o);
}
const P$1 = /* @__PURE__ */ new Set([
	"--add",
	"--edit",
	"--remove-section",
	"--rename-section",
	"--replace-all",
	"--unset",
	"--unset-all",
	"-e"
]);
const S$1 = /* @__PURE__ */ new Set([
	"--get",
	"--get-all",
	"--get-color",
	"--get-colorbool",
	"--get-regexp",
	"--get-urlmatch",
	"--list",
	"-l"
]);
const E$1 = /* @__PURE__ */ new Set([
	"edit",
	"remove-section",
	"rename-section",
	"set",
	"unset"
]);
const F$1 = /* @__PURE__ */ new Set([
	"get",
	"get-color",
	"get-colorbool",
	"list"
]);
function A$1(e, n) {
	for (const { name: o } of x$1(e, "task")) {
		if (P$1.has(o)) return w(!0, n);
		if (S$1.has(o)) return w(!1, n);
	}
	const t = n.at(0)?.toLowerCase();
	return t === void 0 ? null : E$1.has(t) ? w(!0, n.slice(1)) : F$1.has(t) ? w(!1, n.slice(1)) : n.length === 1 ? w(!1, n) : w(!0, n);
}
function w(e = !1, n = []) {
	const t = n.at(0)?.toLowerCase();
	return t === void 0 ? null : {
		isWrite: e,
		isRead: !e,
		key: t,
		value: n.at(1)
	};
}
function O$1(e, n) {
	return n.isWrite && n.value !== void 0 ? {
		key: n.key,
		value: n.value,
		scope: e
	} : {
		key: n.key,
		scope: e
	};
}
function G$1(e) {
	const n = e?.indexOf("=") || -1;
	return !e || n < 0 ? null : {
		key: e.slice(0, n).trim().toLowerCase(),
		value: e.slice(n + 1)
	};
}
function M$1(e) {
	for (const { name: n } of x$1(e, "task")) switch (n) {
		case "--global": return "global";
		case "--system": return "system";
		case "--worktree": return "worktree";
		case "--local": return "local";
		case "--file":
		case "-f": return "file";
	}
	return "local";
}
function N$1({ name: e }) {
	if (e === "-c" || e === "--config") return "inline";
	if (e === "--config-env") return "env";
}
function* $$1(e) {
	for (const n of e) {
		const t = N$1(n), o = t && G$1(n.value);
		o && (yield {
			...o,
			scope: t
		});
	}
}
function D(e, n, t) {
	const o = {
		read: [],
		write: [...$$1(n)]
	};
	return e === "config" && L$1(o, M$1(n), A$1(n, t)), o;
}
function L$1(e, n, t) {
	if (t === null) return;
	const o = O$1(n, t);
	t.isWrite ? e.write.push(o) : e.read.push(o);
}
const C = { short: /* @__PURE__ */ new Map([["c", !0]]) };
const I$1 = {
	short: new Map([
		["C", !0],
		["P", !1],
		["h", !1],
		["p", !1],
		["v", !1],
		...C.short.entries()
	]),
	long: /* @__PURE__ */ new Set([
		"attr-source",
		"config-env",
		"exec-path",
		"git-dir",
		"list-cmds",
		"namespace",
		"super-prefix",
		"work-tree"
	])
};
const R$1 = {
	clone: {
		short: /* @__PURE__ */ new Map([
			["b", !0],
			["j", !0],
			["l", !1],
			["n", !1],
			["o", !0],
			["q", !1],
			["s", !1],
			["u", !0]
		]),
		long: /* @__PURE__ */ new Set([
			"branch",
			"config",
			"jobs",
			"origin",
			"upload-pack",
			"u",
			"template"
		])
	},
	commit: {
		short: /* @__PURE__ */ new Map([
			["C", !0],
			["F", !0],
			["c", !0],
			["m", !0],
			["t", !0]
		]),
		long: /* @__PURE__ */ new Set([
			"file",
			"message",
			"reedit-message",
			"reuse-message",
			"template"
		])
	},
	config: {
		short: /* @__PURE__ */ new Map([
			["e", !1],
			["f", !0],
			["l", !1]
		]),
		long: /* @__PURE__ */ new Set([
			"blob",
			"comment",
			"default",
			"file",
			"type",
			"value"
		])
	},
	fetch: {
		short: /* @__PURE__ */ new Map(),
		long: /* @__PURE__ */ new Set(["upload-pack"])
	},
	init: {
		short: /* @__PURE__ */ new Map(),
		long: /* @__PURE__ */ new Set(["template"])
	},
	pull: {
		short: /* @__PURE__ */ new Map(),
		long: /* @__PURE__ */ new Set(["upload-pack"])
	},
	push: {
		short: /* @__PURE__ */ new Map(),
		long: /* @__PURE__ */ new Set(["exec", "receive-pack"])
	},
	rebase: {
		short: /* @__PURE__ */ new Map([
			["X", !0],
			["f", !1],
			["i", !1],
			["k", !1],
			["m", !1],
			["n", !1],
			["q", !1],
			["r", !1],
			["s", !0],
			["v", !1],
			["x", !0]
		]),
		long: /* @__PURE__ */ new Set([
			"exec",
			"onto",
			"strategy",
			"strategy-option"
		])
	}
};
const T = {
	short: /* @__PURE__ */ new Map(),
	long: /* @__PURE__ */ new Set()
};
function B$1(e) {
	const n = R$1[e ?? ""] ?? T;
	return {
		short: new Map([...C.short.entries(), ...n.short.entries()]),
		long: n.long
	};
}
function b$1(e, n = I$1) {
	if (e.startsWith("--")) {
		const t = e.indexOf("=");
		if (t > 2) return [{
			name: e.slice(0, t),
			value: e.slice(t + 1),
			needsNext: !1
		}];
		const o = e.slice(2);
		return [{
			name: e,
			needsNext: n.long.has(o)
		}];
	}
	if (e.length === 2) {
		const t = e.charAt(1);
		return [{
			name: e,
			needsNext: n.short.get(t) === !0
		}];
	}
	return j$1(e, n.short);
}
function j$1(e, n) {
	const t = e.slice(1).split(""), o = [];
	for (let a = 0; a < t.length; a++) {
		const s = t[a], r = n.get(s);
		if (r === void 0) return [{
			name: e,
			needsNext: !1
		}];
		if (r) {
			const i = t.slice(a + 1).join("");
			if (i && ![...i].every((m) => n.has(m))) return o.push({
				name: `-${s}`,
				value: i,
				needsNext: !1
			}), o;
		}
		o.push({
			name: `-${s}`,
			needsNext: r
		});
	}
	return o;
}
function W$1(e, n = []) {
	let t = 0;
	for (; t < e.length;) {
		const o = String(e[t]);
		if (!o.startsWith("-") || o.length < 2) break;
		const a = b$1(o);
		let s = t + 1;
		for (const r of a) {
			const i = {
				name: r.name,
				value: r.value,
				absorbedNext: !1,
				isGlobal: !0
			};
			r.needsNext && i.value === void 0 && s < e.length && (i.value = String(e[s]), i.absorbedNext = !0, s++), n.push(i);
		}
		t = s;
	}
	return {
		flags: n,
		taskIndex: t
	};
}
function V$1(e, n, t = []) {
	const o$2 = B$1(n), a = [], s = [];
	let r$3 = 0;
	for (; r$3 < e.length;) {
		const i = e[r$3];
		if (r(i)) {
			s.push(...o(i)), r$3++;
			continue;
		}
		const p = String(i);
		if (p === "--") {
			for (let d = r$3 + 1; d < e.length; d++) {
				const g = e[d];
				r(g) ? s.push(...o(g)) : s.push(String(g));
			}
			break;
		}
		if (!p.startsWith("-") || p.length < 2) {
			a.push(p), r$3++;
			continue;
		}
		const m = b$1(p, o$2);
		let u = r$3 + 1;
		for (const d of m) {
			const g = {
				name: d.name,
				value: d.value,
				absorbedNext: !1,
				isGlobal: !1
			};
			d.needsNext && g.value === void 0 && u < e.length && !r(e[u]) && (g.value = String(e[u]), g.absorbedNext = !0, u++), t.push(g);
		}
		r$3 = u;
	}
	return {
		flags: t,
		positionals: a,
		pathspecs: s
	};
}
function* q$1({ write: e }) {
	for (const n of e) for (const t of K$1) {
		const o = t(n.key);
		o && (yield o);
	}
}
function f$1(e, n, t = String(e)) {
	const o = typeof e == "string" ? new RegExp(`\\s*${e.toLowerCase()}`) : e;
	return function(s) {
		if (o.test(s)) return {
			category: n,
			message: `Configuring ${t} is not permitted without enabling ${n}`
		};
	};
}
function l$1(e, n) {
	return f$1(new RegExp(`\\s*${e.toLowerCase().replace(/\./g, "(..+)?.")}`), n, e);
}
const K$1 = [
	f$1("alias", "allowUnsafeAlias"),
	f$1("core.askPass", "allowUnsafeAskPass"),
	f$1("core.editor", "allowUnsafeEditor"),
	f$1("core.fsmonitor", "allowUnsafeFsMonitor"),
	f$1("core.gitProxy", "allowUnsafeGitProxy"),
	f$1("core.hooksPath", "allowUnsafeHooksPath"),
	f$1("core.pager", "allowUnsafePager"),
	f$1("core.sshCommand", "allowUnsafeSshCommand"),
	l$1("credential.helper", "allowUnsafeCredentialHelper"),
	l$1("diff.command", "allowUnsafeDiffExternal"),
	f$1("diff.external", "allowUnsafeDiffExternal"),
	l$1("difftool.cmd", "allowUnsafeDiffExternal"),
	l$1("diff.textconv", "allowUnsafeDiffTextConv"),
	l$1("filter.clean", "allowUnsafeFilter"),
	l$1("filter.process", "allowUnsafeFilter"),
	l$1("filter.smudge", "allowUnsafeFilter"),
	l$1("gpg.program", "allowUnsafeGpgProgram"),
	f$1("include.path", "allowUnsafeInclude"),
	l$1("includeIf", "allowUnsafeInclude"),
	f$1("init.templateDir", "allowUnsafeTemplateDir"),
	l$1("pager.", "allowUnsafePager"),
	l$1("merge.driver", "allowUnsafeMergeDriver"),
	l$1("mergetool.path", "allowUnsafeMergeDriver"),
	l$1("mergetool.cmd", "allowUnsafeMergeDriver"),
	l$1("protocol.allow", "allowUnsafeProtocolOverride"),
	l$1("remote.receivepack", "allowUnsafePack"),
	l$1("remote.uploadpack", "allowUnsafePack"),
	f$1("uploadpack.packObjectsHook", "allowUnsafePack"),
	f$1("sequence.editor", "allowUnsafeEditor"),
	l$1("submodule.update", "allowUnsafeSubmodule"),
	l$1("tar.command", "allowUnsafeCommandBinaries"),
	l$1("trailer.cmd", "allowUnsafeCommandBinaries"),
	l$1("trailer.command", "allowUnsafeCommandBinaries"),
	l$1("url.insteadOf", "allowUnsafeUrlRewrite")
];
function* H$1(e, n) {
	for (const t of n) for (const o of X$1) {
		const a = o(e, t);
		a && (yield a);
	}
}
function c(e, n, t, { name: o = String(n), globalOnly: a = !1, withValue: s = !1 } = {}) {
	const r = typeof n == "string" ? new RegExp(`\\s*${n.toLowerCase()}`) : n, i = `Use of ${e ? `${e} with option ` : ""}${o} is not permitted without enabling ${t}`;
	return function(m, u) {
		if (!(e && m !== e) && !(a && !u.isGlobal) && !(s && u.value === void 0) && r.test(u.name)) return {
			category: t,
			message: i
		};
	};
}
const h$1 = {
	globalOnly: !0,
	withValue: !0
};
const X$1 = [
	c(null, /--(upload|receive)-pack/, "allowUnsafePack", { name: "--upload-pack or --receive-pack" }),
	c("clone", /^-\w*u/, "allowUnsafePack"),
	c("clone", "--u", "allowUnsafePack"),
	c("push", /^--exec$/, "allowUnsafePack", { name: "--exec" }),
	c("rebase", /^(-x|--ex(ec?)?)$/, "allowUnsafeExec", { name: "-x or --exec" }),
	c(null, "--template", "allowUnsafeTemplateDir"),
	c(null, "--exec-path", "allowUnsafeExec", h$1),
	c(null, "--git-dir", "allowUnsafeConfigPaths", h$1),
	c(null, "--work-tree", "allowUnsafeConfigPaths", h$1),
	c(null, /^-C$/, "allowUnsafeConfigPaths", {
		...h$1,
		name: "-C"
	})
];
function k(e, n, t) {
	return [...H$1(e, n), ...q$1(t)];
}
function Y$1(...e) {
	const { flags: n, taskIndex: t } = W$1(e), o = t < e.length ? String(e[t]).toLowerCase() : null, { positionals: s, pathspecs: r } = V$1(o !== null ? e.slice(t + 1) : [], o, n), i = D(o, n, s);
	return {
		task: o,
		flags: n.map(J$1),
		paths: r,
		config: i,
		vulnerabilities: z$1(k(o, n, i))
	};
}
function z$1(e) {
	return Object.defineProperty(e, "vulnerabilities", { value: e });
}
function J$1({ value: e, name: n }) {
	return e !== void 0 ? {
		name: n,
		value: e
	} : { name: n };
}
const y = {
	editor: "allowUnsafeEditor",
	git_askpass: "allowUnsafeAskPass",
	git_config_global: "allowUnsafeConfigPaths",
	git_config_system: "allowUnsafeConfigPaths",
	git_config_count: "allowUnsafeConfigEnvCount",
	git_config_parameters: "allowUnsafeConfigEnvCount",
	git_config: "allowUnsafeConfigPaths",
	git_editor: "allowUnsafeEditor",
	git_exec_path: "allowUnsafeExec",
	git_external_diff: "allowUnsafeDiffExternal",
	git_pager: "allowUnsafePager",
	git_proxy_command: "allowUnsafeGitProxy",
	git_template_dir: "allowUnsafeTemplateDir",
	git_sequence_editor: "allowUnsafeEditor",
	git_ssh: "allowUnsafeSshCommand",
	git_ssh_command: "allowUnsafeSshCommand",
	pager: "allowUnsafePager",
	prefix: "allowUnsafeConfigPaths",
	ssh_askpass: "allowUnsafeAskPass",
	visual: "allowUnsafeEditor"
};
function* Q$1(e) {
	const n = parseInt(e.git_config_count ?? "0", 10);
	for (let t = 0; t < n; t++) {
		const o = e[`git_config_key_${t}`], a = e[`git_config_value_${t}`];
		o !== void 0 && (yield {
			key: o.toLowerCase().trim(),
			value: a,
			scope: "env"
		});
	}
}
function* Z$1(e) {
	for (const n of Object.keys(e)) if (_$1(n)) {
		const t = y[n];
		yield {
			category: t,
			message: `Use of "${n.toUpperCase()}" is not permitted without enabling ${t}`
		};
	}
}
function _$1(e) {
	return Object.hasOwn(y, e);
}
function ee$1(e) {
	const n = {};
	for (const [t, o] of Object.entries(e)) {
		const a = t.toLowerCase().trim();
		(_$1(a) || a.startsWith("git")) && (n[a] = String(o));
	}
	return n;
}
function ne$1(e) {
	const n = ee$1(e), t = {
		read: [],
		write: [...Q$1(n)]
	};
	return {
		config: t,
		vulnerabilities: [...Z$1(n), ...k(null, [], t)]
	};
}
function oe$1(e, n) {
	return [...Y$1(...e).vulnerabilities, ...ne$1(n).vulnerabilities];
}

// node_modules/simple-git/dist/index.mjs
var O = class extends Error {
	constructor(e, n) {
		super(n), this.task = e, Object.setPrototypeOf(this, new.target.prototype);
	}
};
var Ae = class extends O {
	constructor(e, n) {
		super(void 0, n), this.config = e;
	}
};
var A = class extends O {
	constructor(e, n, r) {
		super(e, r), this.task = e, this.plugin = n, Object.setPrototypeOf(this, new.target.prototype);
	}
};
var at = class extends O {
	constructor(e, n) {
		super(void 0, n || String(e)), this.git = e;
	}
};
var xe = class extends O {
	constructor(e) {
		super(void 0, e);
	}
};
const I = "\0";
const W = () => {};
function Ne(t) {
	return typeof t != "function" ? W : t;
}
function $e(t) {
	return typeof t == "function" && t !== W;
}
function Pe(t, e) {
	const n = t.indexOf(e);
	return n <= 0 ? [t, ""] : [t.substr(0, n), t.substr(n + 1)];
}
function Me(t, e = 0) {
	return Dt(t) && t.length > e ? t[e] : void 0;
}
function N(t, e = 0) {
	if (Dt(t) && t.length > e) return t[t.length - 1 - e];
}
function Dt(t) {
	return Bt(t);
}
function H(t = "", e = !0, n = `
`) {
	return t.split(n).reduce((r, s) => {
		const o = e ? s.trim() : s;
		return o && r.push(o), r;
	}, []);
}
function ut(t, e) {
	return H(t, !0).map((n) => e(n));
}
function Lt(t) {
	return (0, import_dist.exists)(t, import_dist.FOLDER);
}
function S(t, e) {
	return Array.isArray(t) ? t.includes(e) || t.push(e) : t.add(e), e;
}
function De(t, e) {
	return Array.isArray(t) && !t.includes(e) && t.push(e), t;
}
function ct(t, e) {
	if (Array.isArray(t)) {
		const n = t.indexOf(e);
		n >= 0 && t.splice(n, 1);
	} else t.delete(e);
	return e;
}
const ft = Object.prototype.toString.call.bind(Object.prototype.toString);
function v(t) {
	return Array.isArray(t) ? t : [t];
}
function jt(t) {
	return t.replace(/[\s-]+(.)/g, (e, n) => n.toUpperCase());
}
function L(t) {
	return v(t).map((e) => e instanceof String ? e : String(e));
}
function p(t, e = 0) {
	if (t == null) return e;
	const n = parseInt(t, 10);
	return Number.isNaN(n) ? e : n;
}
function U(t, e) {
	const n = [];
	for (let r = 0, s = t.length; r < s; r++) n.push(e, t[r]);
	return n;
}
function F(t) {
	return (Array.isArray(t) ? Buffer.concat(t) : t).toString("utf-8");
}
function Le(t) {
	return t ? Buffer.isBuffer(t) ? t.length : Buffer.byteLength(t) : 0;
}
function je(t, e) {
	const n = {};
	return e.forEach((r) => {
		t[r] !== void 0 && (n[r] = t[r]);
	}), n;
}
function wt(t = 0) {
	return new Promise((e) => setTimeout(e, t));
}
function bt(t) {
	if (t !== !1) return t;
}
function d(t, e, n) {
	return e(t) ? t : arguments.length > 2 ? n : void 0;
}
const K = (t) => Array.isArray(t);
function st(t, e) {
	const n = r(t) ? "string" : typeof t;
	return /number|string|boolean/.test(n) && (!e || !e.includes(n));
}
const m = (t) => typeof t == "string" || r(t);
const Be = (t) => m(t) || Buffer.isBuffer(t);
const G = (t) => m(t) || Array.isArray(t) && t.every(m);
function lt(t) {
	return !!t && ft(t) === "[object Object]";
}
function Ie(t) {
	return typeof t == "function";
}
const Bt = (t) => t == null || "number|boolean|function".includes(typeof t) ? !1 : typeof t.length == "number";
var V = /* @__PURE__ */ ((t) => (t[t.SUCCESS = 0] = "SUCCESS", t[t.ERROR = 1] = "ERROR", t[t.NOT_FOUND = -2] = "NOT_FOUND", t[t.UNCLEAN = 128] = "UNCLEAN", t))(V || {});
var z = class z {
	constructor(e, n) {
		this.stdOut = e, this.stdErr = n;
	}
	asStrings() {
		return new z(this.stdOut.toString("utf8"), this.stdErr.toString("utf8"));
	}
};
function Ue() {
	throw new Error("LineParser:useMatches not implemented");
}
var l = class {
	constructor(e, n) {
		this.matches = [], this.useMatches = Ue, this.parse = (r, s) => (this.resetMatches(), this._regExp.every((o, i) => this.addMatch(o, i, r(i))) ? this.useMatches(s, this.prepareMatches()) !== !1 : !1), this._regExp = Array.isArray(e) ? e : [e], n && (this.useMatches = n);
	}
	resetMatches() {
		this.matches.length = 0;
	}
	prepareMatches() {
		return this.matches;
	}
	addMatch(e, n, r) {
		const s = r && e.exec(r);
		return s && this.pushMatch(n, s), !!s;
	}
	pushMatch(e, n) {
		this.matches.push(...n.slice(1));
	}
};
var x = class extends l {
	addMatch(e, n, r) {
		return /^remote:\s/.test(String(r)) && super.addMatch(e, n, r);
	}
	pushMatch(e, n) {
		(e > 0 || n.length > 1) && super.pushMatch(e, n);
	}
};
const Fe = {
	binary: "git",
	maxConcurrentProcesses: 5,
	config: [],
	trimmed: !1
};
function Ge(...t) {
	const e = process.cwd(), n = Object.assign({
		baseDir: e,
		...Fe
	}, ...t.filter((r) => typeof r == "object" && r));
	return n.baseDir = n.baseDir || e, n.trimmed = n.trimmed === !0, n;
}
function It(t, e = []) {
	return lt(t) ? Object.keys(t).reduce((n, r$1) => {
		const s = t[r$1];
		if (r(s)) n.push(s);
		else if (st(s, ["boolean"])) n.push(r$1 + "=" + s);
		else if (Array.isArray(s)) for (const o of s) st(o, ["string", "number"]) || n.push(r$1 + "=" + o);
		else n.push(r$1);
		return n;
	}, e) : e;
}
function h(t, e = 0, n = !1) {
	const r = [];
	for (let s = 0, o = e < 0 ? t.length : e; s < o; s++) "string|number".includes(typeof t[s]) && r.push(String(t[s]));
	return It(ht(t), r), n || r.push(...ze(t)), r;
}
function ze(t) {
	return L(d(N(t, typeof N(t) == "function" ? 1 : 0), K, []));
}
function ht(t) {
	return d(N(t, Ie(N(t)) ? 1 : 0), lt);
}
function u(t, e = !0) {
	const n = Ne(N(t));
	return e || $e(n) ? n : void 0;
}
function Tt(t, e) {
	return t(e.stdOut, e.stdErr);
}
function E(t, e, n, r = !0) {
	return v(n).forEach((s) => {
		for (let o = H(s, r), i = 0, a = o.length; i < a; i++) {
			const c = (y = 0) => {
				if (!(i + y >= a)) return o[i + y];
			};
			e.some(({ parse: y }) => y(c, t));
		}
	}), t;
}
const mt = ({ exitCode: t }, e, n, r) => {
	if (t === V.UNCLEAN && Ve(e)) return n(Buffer.from("false"));
	r(e);
};
const Ut = (t) => t.trim() === "true";
function We(t) {
	switch (t) {
		case "bare": return Ke();
		case "root": return He();
	}
	return {
		commands: ["rev-parse", "--is-inside-work-tree"],
		format: "utf-8",
		onError: mt,
		parser: Ut
	};
}
function He() {
	return {
		commands: ["rev-parse", "--git-dir"],
		format: "utf-8",
		onError: mt,
		parser(e) {
			return /^\.(git)?$/.test(e.trim());
		}
	};
}
function Ke() {
	return {
		commands: ["rev-parse", "--is-bare-repository"],
		format: "utf-8",
		onError: mt,
		parser: Ut
	};
}
function Ve(t) {
	return /(Not a git repository|Kein Git-Repository)/i.test(String(t));
}
var Xe = class {
	constructor(e) {
		this.paths = [], this.files = [], this.folders = [], this.dryRun = e;
	}
};
const Ye = /^[a-z]+\s*/i;
const Qe = /^[a-z]+\s+[a-z]+\s*/i;
const Je = /\/$/;
function Ze(t, e) {
	const n = new Xe(t), r = t ? Qe : Ye;
	return H(e).forEach((s) => {
		const o = s.replace(r, "");
		n.paths.push(o), (Je.test(o) ? n.folders : n.files).push(o);
	}), n;
}
const Ft = [];
function tn(t) {
	return {
		commands: Ft,
		format: "empty",
		parser: t
	};
}
function b(t) {
	return {
		commands: Ft,
		format: "empty",
		parser() {
			throw typeof t == "string" ? new xe(t) : t;
		}
	};
}
function g(t, e = !1) {
	return {
		commands: t,
		format: "utf-8",
		parser(n) {
			return e ? String(n).trim() : n;
		}
	};
}
function Gt(t) {
	return {
		commands: t,
		format: "buffer",
		parser(e) {
			return e;
		}
	};
}
function en(t) {
	return t.format === "buffer";
}
function kt(t) {
	return t.format === "empty" || !t.commands.length;
}
const nn = "Git clean interactive mode is not supported";
const rn = "Git clean mode parameter (\"n\" or \"f\") is required";
const sn = "Git clean unknown option found in: ";
var zt = /* @__PURE__ */ ((t) => (t.DRY_RUN = "n", t.FORCE = "f", t.IGNORED_INCLUDED = "x", t.IGNORED_ONLY = "X", t.EXCLUDING = "e", t.QUIET = "q", t.RECURSIVE = "d", t))(zt || {});
const qt = /* @__PURE__ */ new Set(["i", ...L(Object.values(zt))]);
function on(t, e) {
	const { cleanMode: n, options: r, valid: s } = cn(t);
	return n ? s.options ? (r.push(...e), r.some(hn) ? b(nn) : an(n, r)) : b(sn + JSON.stringify(t)) : b(rn);
}
function an(t, e) {
	return {
		commands: [
			"clean",
			`-${t}`,
			...e
		],
		format: "utf-8",
		parser(r) {
			return Ze(t === "n", r);
		}
	};
}
function un(t) {
	return Array.isArray(t) && t.every((e) => qt.has(e));
}
function cn(t) {
	let e, n = [], r = {
		cleanMode: !1,
		options: !0
	};
	return t.replace(/[^a-z]i/g, "").split("").forEach((s) => {
		fn(s) ? (e = s, r.cleanMode = !0) : r.options = r.options && ln(n[n.length] = `-${s}`);
	}), {
		cleanMode: e,
		options: n,
		valid: r
	};
}
function fn(t) {
	return t === "f" || t === "n";
}
function ln(t) {
	return /^-[a-z]$/i.test(t) && qt.has(t.charAt(1));
}
function hn(t) {
	return /^-[^\-]/.test(t) ? t.indexOf("i") > 0 : t === "--interactive";
}
var mn = class {
	constructor() {
		this.files = [], this.values = /* @__PURE__ */ Object.create(null);
	}
	get all() {
		return this._all || (this._all = this.files.reduce((e, n) => Object.assign(e, this.values[n]), {})), this._all;
	}
	addFile(e) {
		if (!(e in this.values)) {
			const n = N(this.files);
			this.values[e] = n ? Object.create(this.values[n]) : {}, this.files.push(e);
		}
		return this.values[e];
	}
	addValue(e, n, r) {
		const s = this.addFile(e);
		Object.hasOwn(s, n) ? Array.isArray(s[n]) ? s[n].push(r) : s[n] = [s[n], r] : s[n] = r, this._all = void 0;
	}
};
function pn(t) {
	const e = new mn();
	for (const n of Wt(t)) e.addValue(n.file, String(n.key), n.value);
	return e;
}
function dn(t, e) {
	let n = null;
	const r = [], s = /* @__PURE__ */ new Map();
	for (const o of Wt(t, e)) o.key === e && (r.push(n = o.value), s.has(o.file) || s.set(o.file, []), s.get(o.file).push(n));
	return {
		key: e,
		paths: Array.from(s.keys()),
		scopes: s,
		value: n,
		values: r
	};
}
function gn(t) {
	return t.replace(/^(file):/, "");
}
function* Wt(t, e = null) {
	const n = t.split("\0");
	for (let r = 0, s = n.length - 1; r < s;) {
		const o = gn(n[r++]);
		let i = n[r++], a = e;
		if (i.includes(`
`)) {
			const c = Pe(i, `
`);
			a = c[0], i = c[1];
		}
		yield {
			file: o,
			key: a,
			value: i
		};
	}
}
var Ht = /* @__PURE__ */ ((t) => (t.system = "system", t.global = "global", t.local = "local", t.worktree = "worktree", t))(Ht || {});
function Y(t, e) {
	return typeof t == "string" && Object.hasOwn(Ht, t) ? t : e;
}
function yn(t, e, n, r) {
	const s = ["config", `--${r}`];
	return n && s.push("--add"), s.push(t, e), {
		commands: s,
		format: "utf-8",
		parser(o) {
			return o;
		}
	};
}
function wn(t, e) {
	const n = [
		"config",
		"--null",
		"--show-origin",
		"--get-all",
		t
	];
	return e && n.splice(1, 0, `--${e}`), {
		commands: n,
		format: "utf-8",
		parser(r) {
			return dn(r, t);
		}
	};
}
function bn(t) {
	const e = [
		"config",
		"--list",
		"--show-origin",
		"--null"
	];
	return t && e.push(`--${t}`), {
		commands: e,
		format: "utf-8",
		parser(n) {
			return pn(n);
		}
	};
}
function Tn() {
	return {
		addConfig(t, e, ...n) {
			return this._runTask(yn(t, e, n[0] === !0, Y(n[1], "local")), u(arguments));
		},
		getConfig(t, e) {
			return this._runTask(wn(t, Y(e, void 0)), u(arguments));
		},
		listConfig(...t) {
			return this._runTask(bn(Y(t[0], void 0)), u(arguments));
		}
	};
}
var Kt = /* @__PURE__ */ ((t) => (t.ADDED = "A", t.COPIED = "C", t.DELETED = "D", t.MODIFIED = "M", t.RENAMED = "R", t.CHANGED = "T", t.UNMERGED = "U", t.UNKNOWN = "X", t.BROKEN = "B", t))(Kt || {});
const kn = new Set(Object.values(Kt));
function _n(t) {
	return kn.has(t);
}
var _t;
const vn = ["-h"];
const j = /* @__PURE__ */ Symbol("grepQuery");
var En = class {
	constructor() {
		this[_t] = [];
	}
	*[(_t = j, Symbol.iterator)]() {
		for (const e of this[j]) yield e;
	}
	and(...e) {
		return e.length && this[j].push("--and", "(", ...U(e, "-e"), ")"), this;
	}
	param(...e) {
		return this[j].push(...U(e, "-e")), this;
	}
};
function Sn(...t) {
	return new En().param(...t);
}
function Rn(t) {
	const e = /* @__PURE__ */ new Set(), n = {};
	return ut(t, (r) => {
		const [s, o, i] = r.split(I);
		e.add(s), (n[s] = n[s] || []).push({
			line: p(o),
			path: s,
			preview: i
		});
	}), {
		paths: e,
		results: n
	};
}
function On() {
	return { grep(t) {
		const e = u(arguments), n = h(arguments);
		for (const s of vn) if (n.includes(s)) return this._runTask(b(`git.grep: use of "${s}" is not supported.`), e);
		typeof t == "string" && (t = Sn().param(t));
		const r = [
			"grep",
			"--null",
			"-n",
			"--full-name",
			...n,
			...t
		];
		return this._runTask({
			commands: r,
			format: "utf-8",
			parser(s) {
				return Rn(s);
			}
		}, e);
	} };
}
var Vt = /* @__PURE__ */ ((t) => (t.MIXED = "mixed", t.SOFT = "soft", t.HARD = "hard", t.MERGE = "merge", t.KEEP = "keep", t))(Vt || {});
const Cn = L(Object.values(Vt));
function An(t, e) {
	const n = ["reset"];
	return Xt(t) && n.push(`--${t}`), n.push(...e), g(n);
}
function xn(t) {
	if (Xt(t)) return t;
	switch (typeof t) {
		case "string":
		case "undefined": return "soft";
	}
}
function Xt(t) {
	return typeof t == "string" && Cn.includes(t);
}
import_src.default.formatters.L = (t) => String(Bt(t) ? t.length : "-");
import_src.default.formatters.B = (t) => Buffer.isBuffer(t) ? t.toString("utf8") : ft(t);
function Nn() {
	return (0, import_src.default)("simple-git");
}
function vt(t, e, n) {
	return !e || !String(e).replace(/\s*/, "") ? n ? (r, ...s) => {
		t(r, ...s), n(r, ...s);
	} : t : (r, ...s) => {
		t(`%s ${r}`, e, ...s), n && n(r, ...s);
	};
}
function $n(t, e, { namespace: n }) {
	if (typeof t == "string") return t;
	const r = e && e.namespace || "";
	return r.startsWith(n) ? r.substr(n.length + 1) : r || n;
}
function $(t, e, n, r = Nn()) {
	const s = t && `[${t}]` || "", o = [], i = typeof e == "string" ? r.extend(e) : e, a = $n(d(e, m), i, r);
	return y(n);
	function c(w, T) {
		return S(o, $(t, a.replace(/^[^:]+/, w), T, r));
	}
	function y(w) {
		const T = w && `[${w}]` || "", k = i && vt(i, T) || W, C = vt(r, `${s} ${T}`, k);
		return Object.assign(i ? k : C, {
			label: t,
			sibling: c,
			info: C,
			step: y
		});
	}
}
const M = class M {
	constructor(e = "GitExecutor") {
		this.logLabel = e, this._queue = /* @__PURE__ */ new Map();
	}
	withProgress(e) {
		return this._queue.get(e);
	}
	createProgress(e) {
		const n = M.getName(e.commands[0]);
		return {
			task: e,
			logger: $(this.logLabel, n),
			name: n
		};
	}
	push(e) {
		const n = this.createProgress(e);
		return n.logger("Adding task to the queue, commands = %o", e.commands), this._queue.set(e, n), n;
	}
	fatal(e) {
		for (const [n, { logger: r }] of Array.from(this._queue.entries())) n === e.task ? (r.info("Failed %o", e), r("Fatal exception, any as-yet un-started tasks run through this executor will not be attempted")) : r.info("A fatal exception occurred in a previous task, the queue has been purged: %o", e.message), this.complete(n);
		if (this._queue.size !== 0) throw new Error(`Queue size should be zero after fatal: ${this._queue.size}`);
	}
	complete(e) {
		this.withProgress(e) && this._queue.delete(e);
	}
	attempt(e) {
		const n = this.withProgress(e);
		if (!n) throw new O(void 0, "TasksPendingQueue: attempt called for an unknown task");
		return n.logger("Starting task"), n;
	}
	static getName(e = "empty") {
		return `task:${e}:${++M.counter}`;
	}
};
M.counter = 0;
let ot = M;
var Pn = class {
	constructor(e, n, r) {
		this._executor = e, this._scheduler = n, this._plugins = r, this._chain = Promise.resolve(), this._queue = new ot();
	}
	get cwd() {
		return this._cwd || this._executor.cwd;
	}
	set cwd(e) {
		this._cwd = e;
	}
	get env() {
		return this._executor.env;
	}
	get outputHandler() {
		return this._executor.outputHandler;
	}
	chain() {
		return this;
	}
	push(e) {
		return this._queue.push(e), this._chain = this._chain.then(() => this.attemptTask(e));
	}
	async attemptTask(e) {
		const n = await this._scheduler.next(), r = () => this._queue.complete(e);
		try {
			const { logger: s } = this._queue.attempt(e);
			return await (kt(e) ? this.attemptEmptyTask(e, s) : this.attemptRemoteTask(e, s));
		} catch (s) {
			throw this.onFatalException(e, s);
		} finally {
			r(), n();
		}
	}
	onFatalException(e, n) {
		const r = n instanceof O ? Object.assign(n, { task: e }) : new O(e, n && String(n));
		return this._chain = Promise.resolve(), this._queue.fatal(r), r;
	}
	async attemptRemoteTask(e, n) {
		const r = this._plugins.exec("spawn.binary", "", this.taskContext(e, e.commands)), s = this._plugins.exec("spawn.args", [...e.commands], this.taskContext(e, e.commands)), o = await this.gitResponse(e, r, s, this.outputHandler, n.step("SPAWN")), i = await this.handleTaskData(e, s, o, n.step("HANDLE"));
		return n("passing response to task's parser as a %s", e.format), en(e) ? Tt(e.parser, i) : Tt(e.parser, i.asStrings());
	}
	async attemptEmptyTask(e, n) {
		return n("empty task bypassing child process to call to task's parser"), e.parser(this);
	}
	handleTaskData(e, n, r, s) {
		const { exitCode: o, rejection: i, stdOut: a, stdErr: c } = r;
		return new Promise((y, w) => {
			s("Preparing to handle process response exitCode=%d stdOut=", o);
			const { error: T } = this._plugins.exec("task.error", { error: i }, {
				...this.taskContext(e, n),
				...r
			});
			if (T && e.onError) return s.info("exitCode=%s handling with custom error handler"), e.onError(r, T, (k) => {
				s.info("custom error handler treated as success"), s("custom error returned a %s", ft(k)), y(new z(Array.isArray(k) ? Buffer.concat(k) : k, Buffer.concat(c)));
			}, w);
			if (T) return s.info("handling as error: exitCode=%s stdErr=%s rejection=%o", o, c.length, i), w(T);
			s.info("retrieving task output complete"), y(new z(Buffer.concat(a), Buffer.concat(c)));
		});
	}
	async gitResponse(e, n, r, s, o) {
		const i = o.sibling("output"), a = this._plugins.exec("spawn.options", {
			cwd: this.cwd,
			env: this.env,
			windowsHide: !0
		}, this.taskContext(e, e.commands));
		return new Promise((c) => {
			const y = [], w = [];
			o.info("%s %o", n, r), o("%O", a);
			let T = this._beforeSpawn(e, r);
			if (T) return c({
				stdOut: y,
				stdErr: w,
				exitCode: 9901,
				rejection: T
			});
			this._plugins.exec("spawn.before", void 0, {
				...this.taskContext(e, r),
				kill(C) {
					T = C || T;
				}
			});
			const k = spawn(n, r, a);
			k.stdout.on("data", Et(y, "stdOut", o, i.step("stdOut"))), k.stderr.on("data", Et(w, "stdErr", o, i.step("stdErr"))), k.on("error", Mn(w, o)), s && (o("Passing child process stdOut/stdErr to custom outputHandler"), s(n, k.stdout, k.stderr, [...r])), this._plugins.exec("spawn.after", void 0, {
				...this.taskContext(e, r),
				spawned: k,
				close(C, Te) {
					c({
						stdOut: y,
						stdErr: w,
						exitCode: C,
						rejection: T || Te
					});
				},
				kill(C) {
					k.killed || (T = C, k.kill("SIGINT"));
				}
			});
		});
	}
	_beforeSpawn(e, n) {
		let r;
		return this._plugins.exec("spawn.before", void 0, {
			...this.taskContext(e, n),
			kill(s) {
				r = s || r;
			}
		}), r;
	}
	taskContext(e, n) {
		return {
			method: String(Me(e.commands) || ""),
			commands: n,
			env: { ...this.env },
			input: kt(e) ? void 0 : e.input
		};
	}
};
function Mn(t, e) {
	return (n) => {
		e("[ERROR] child process exception %o", n), t.push(Buffer.from(String(n.stack), "ascii"));
	};
}
function Et(t, e, n, r) {
	return (s) => {
		n("%s received %L bytes", e, s), r("%B", s), t.push(s);
	};
}
var Dn = class {
	constructor(e, n, r) {
		this.cwd = e, this._scheduler = n, this._plugins = r, this._chain = this.chain();
	}
	chain() {
		return new Pn(this, this._scheduler, this._plugins);
	}
	push(e) {
		return this._chain.push(e);
	}
};
function Ln(t, e, n = W) {
	const r = (o) => {
		n(null, o);
	}, s = (o) => {
		o?.task === t && n(o, void 0);
	};
	e.then(r, s);
}
function St(t, e) {
	return tn((n) => {
		if (!Lt(t)) throw new Error(`Git.cwd: cannot change to non-directory "${t}"`);
		return (e || n).cwd = t;
	});
}
function Q(t) {
	const e = ["checkout", ...t];
	return e[1] === "-b" && e.includes("-B") && (e[1] = ct(e, "-B")), g(e);
}
function jn() {
	return {
		checkout() {
			return this._runTask(Q(h(arguments, 1)), u(arguments));
		},
		checkoutBranch(t, e) {
			return this._runTask(Q([
				"-b",
				t,
				e,
				...h(arguments)
			]), u(arguments));
		},
		checkoutLocalBranch(t) {
			return this._runTask(Q([
				"-b",
				t,
				...h(arguments)
			]), u(arguments));
		}
	};
}
const Yt = (t, e, n) => {
	const r = ["clone", ...n];
	return m(t) && r.push(c$1(t)), m(e) && r.push(c$1(e)), g(r);
};
const Bn = (t, e, n) => (S(n, "--mirror"), Yt(t, e, n));
function Rt(t, e, n, ...r) {
	return m(n) ? e(n, d(r[0], m), h(arguments)) : b(`git.${t}() requires a string 'repoPath'`);
}
function In() {
	return {
		clone(t, ...e) {
			return this._runTask(Rt("clone", Yt, d(t, m), ...e), u(arguments));
		},
		mirror(t, ...e) {
			return this._runTask(Rt("mirror", Bn, d(t, m), ...e), u(arguments));
		}
	};
}
const Un = [
	new l(/^\[([^\s]+)( \([^)]+\))? ([^\]]+)/, (t, [e, n, r]) => {
		t.branch = e, t.commit = r, t.root = !!n;
	}),
	new l(/\s*Author:\s(.+)/i, (t, [e]) => {
		const n = e.split("<"), r = n.pop();
		!r || !r.includes("@") || (t.author = {
			email: r.substr(0, r.length - 1),
			name: n.join("<").trim()
		});
	}),
	new l(/(\d+)[^,]*(?:,\s*(\d+)[^,]*)(?:,\s*(\d+))/g, (t, [e, n, r]) => {
		t.summary.changes = parseInt(e, 10) || 0, t.summary.insertions = parseInt(n, 10) || 0, t.summary.deletions = parseInt(r, 10) || 0;
	}),
	new l(/^(\d+)[^,]*(?:,\s*(\d+)[^(]+\(([+-]))?/, (t, [e, n, r]) => {
		t.summary.changes = parseInt(e, 10) || 0;
		const s = parseInt(n, 10) || 0;
		r === "-" ? t.summary.deletions = s : r === "+" && (t.summary.insertions = s);
	})
];
function Fn(t) {
	return E({
		author: null,
		branch: "",
		commit: "",
		root: !1,
		summary: {
			changes: 0,
			insertions: 0,
			deletions: 0
		}
	}, Un, t);
}
function Gn(t, e, n) {
	return {
		commands: [
			"-c",
			"core.abbrev=40",
			"commit",
			...U(t, "-m"),
			...e,
			...n
		],
		format: "utf-8",
		parser: Fn
	};
}
function zn() {
	return { commit(e, ...n) {
		const r = u(arguments), s = t(e) || Gn(v(e), v(d(n[0], G, [])), [...L(d(n[1], K, [])), ...h(arguments, 0, !0)]);
		return this._runTask(s, r);
	} };
	function t(e) {
		return !G(e) && b("git.commit: requires the commit message to be supplied as a string/string[]");
	}
}
function qn() {
	return {
		count: 0,
		garbage: 0,
		inPack: 0,
		packs: 0,
		prunePackable: 0,
		size: 0,
		sizeGarbage: 0,
		sizePack: 0
	};
}
const Wn = new l(/([a-z-]+): (\d+)$/, (t, [e, n]) => {
	const r = jt(e);
	Object.hasOwn(t, r) && (t[r] = p(n));
});
function Hn() {
	return { countObjects() {
		return this._runTask({
			commands: ["count-objects", "--verbose"],
			format: "utf-8",
			parser(t) {
				return E(qn(), [Wn], t);
			}
		});
	} };
}
function Kn() {
	return { firstCommit() {
		return this._runTask(g([
			"rev-list",
			"--max-parents=0",
			"HEAD"
		], !0), u(arguments));
	} };
}
function Vn(t, e) {
	const n = ["hash-object", t];
	return e && n.push("-w"), g(n, !0);
}
var J = class {
	constructor(e, n, r, s) {
		this.bare = e, this.path = n, this.existing = r, this.gitDir = s;
	}
};
const Xn = /^Init.+ repository in (.+)$/;
const Yn = /^Rein.+ in (.+)$/;
function Qn(t, e, n) {
	const r = String(n).trim();
	let s;
	if (s = Xn.exec(r)) return new J(t, e, !1, s[1]);
	if (s = Yn.exec(r)) return new J(t, e, !0, s[1]);
	let o = "";
	const i = r.split(" ");
	for (; i.length;) if (i.shift() === "in") {
		o = i.join(" ");
		break;
	}
	return new J(t, e, /^re/i.test(r), o);
}
const Qt = "--bare";
function Jn(t) {
	return t.includes(Qt);
}
function Zn(t = !1, e, n) {
	const r = ["init", ...n];
	return t && !Jn(r) && r.splice(1, 0, Qt), {
		commands: r,
		format: "utf-8",
		parser(s) {
			return Qn(r.includes("--bare"), e, s);
		}
	};
}
function tr(t) {
	return t === void 0 ? b("interpretTrailers called without input content") : {
		format: "utf-8",
		parser(e) {
			return Object.fromEntries(ut(e, (n) => {
				const r = n.indexOf(":");
				return [jt(n.substring(0, r).toLowerCase()), n.substring(r + 2).trim()];
			}));
		},
		commands: ["interpret-trailers", "--parse"],
		input: t
	};
}
function er() {
	return { interpretTrailers(t) {
		return this._runTask(tr(d(t, Be)), u(arguments));
	} };
}
var R = /* @__PURE__ */ ((t) => (t.NONE = "", t.STAT = "--stat", t.NUM_STAT = "--numstat", t.NAME_ONLY = "--name-only", t.NAME_STATUS = "--name-status", t))(R || {});
const Jt = /^--(stat|numstat|name-only|name-status)(=|$)/;
function pt(t) {
	for (let e = 0; e < t.length; e++) {
		const n = Jt.exec(t[e]);
		if (n) return `--${n[1]}`;
	}
	return "";
}
function nr(t) {
	return Jt.test(t);
}
var rr = class {
	constructor() {
		this.changed = 0, this.deletions = 0, this.insertions = 0, this.files = [];
	}
};
const Ot = [
	new l(/^(.+)\s+\|\s+(\d+)(\s+[+\-]+)?$/, (t, [e, n, r = ""]) => {
		t.files.push({
			file: e.trim(),
			changes: p(n),
			insertions: r.replace(/[^+]/g, "").length,
			deletions: r.replace(/[^-]/g, "").length,
			binary: !1
		});
	}),
	new l(/^(.+) \|\s+Bin ([0-9.]+) -> ([0-9.]+) ([a-z]+)/, (t, [e, n, r]) => {
		t.files.push({
			file: e.trim(),
			before: p(n),
			after: p(r),
			binary: !0
		});
	}),
	new l(/^(.+)\s+\|\s+Bin\s*$/, (t, [e]) => {
		t.files.push({
			file: e.trim(),
			before: 0,
			after: 0,
			binary: !0
		});
	}),
	new l(/(\d+) files? changed\s*((?:, \d+ [^,]+){0,2})/, (t, [e, n]) => {
		const r = /(\d+) i/.exec(n), s = /(\d+) d/.exec(n);
		t.changed = p(e), t.insertions = p(r?.[1]), t.deletions = p(s?.[1]);
	})
];
const sr = [new l(/(\d+)\t(\d+)\t(.+)$/, (t, [e, n, r]) => {
	const s = p(e), o = p(n);
	t.changed++, t.insertions += s, t.deletions += o, t.files.push({
		file: r,
		changes: s + o,
		insertions: s,
		deletions: o,
		binary: !1
	});
}), new l(/-\t-\t(.+)$/, (t, [e]) => {
	t.changed++, t.files.push({
		file: e,
		after: 0,
		before: 0,
		binary: !0
	});
})];
const or = [new l(/(.+)$/, (t, [e]) => {
	t.changed++, t.files.push({
		file: e,
		changes: 0,
		insertions: 0,
		deletions: 0,
		binary: !1
	});
})];
const ir = [new l(/([ACDMRTUXB])([0-9]{0,3})\t(.[^\t]*)(\t(.[^\t]*))?$/, (t, [e, n, r, s, o]) => {
	t.changed++, t.files.push({
		file: o ?? r,
		changes: 0,
		insertions: 0,
		deletions: 0,
		binary: !1,
		status: bt(_n(e) && e),
		from: bt(!!o && r !== o && r),
		similarity: p(n)
	});
})];
const ar = {
	[R.NONE]: Ot,
	[R.STAT]: Ot,
	[R.NUM_STAT]: sr,
	[R.NAME_STATUS]: ir,
	[R.NAME_ONLY]: or
};
function Zt(t = R.NONE) {
	const e = ar[t];
	return (n) => E(new rr(), e, n, !1);
}
const te = "òòòòòò ";
const ee = " òò";
const ne = " ò ";
const ur = [
	"hash",
	"date",
	"message",
	"refs",
	"author_name",
	"author_email"
];
function cr(t, e) {
	return e.reduce((n, r, s) => (n[r] = t[s] || "", n), /* @__PURE__ */ Object.create({ diff: null }));
}
function re(t = ne, e = ur, n = R.NONE) {
	const r = Zt(n);
	return function(s) {
		const o = H(s.trim(), !1, te).map(function(i) {
			const a = i.split(ee), c = cr(a[0].split(t), e);
			return a.length > 1 && a[1].trim() && (c.diff = r(a[1])), c;
		});
		return {
			all: o,
			latest: o.length && o[0] || null,
			total: o.length
		};
	};
}
function fr(t) {
	let e = pt(t);
	const n = ["diff"];
	return e === R.NONE && (e = R.STAT, n.push("--stat=4096")), n.push(...t), dt(n) || {
		commands: n,
		format: "utf-8",
		parser: Zt(e)
	};
}
function dt(t) {
	const e = t.filter(nr);
	if (e.length > 1) return b(`Summary flags are mutually exclusive - pick one of ${e.join(",")}`);
	if (e.length && t.includes("-z")) return b(`Summary flag ${e} parsing is not compatible with null termination option '-z'`);
}
var se = /* @__PURE__ */ ((t) => (t[t["--pretty"] = 0] = "--pretty", t[t["max-count"] = 1] = "max-count", t[t.maxCount = 2] = "maxCount", t[t.n = 3] = "n", t[t.file = 4] = "file", t[t.format = 5] = "format", t[t.from = 6] = "from", t[t.to = 7] = "to", t[t.splitter = 8] = "splitter", t[t.symmetric = 9] = "symmetric", t[t.mailMap = 10] = "mailMap", t[t.multiLine = 11] = "multiLine", t[t.strictDate = 12] = "strictDate", t))(se || {});
function lr(t, e) {
	const n = [], r = [];
	return Object.keys(t).forEach((s) => {
		n.push(s), r.push(String(t[s]));
	}), [n, r.join(e)];
}
function hr(t) {
	return Object.keys(t).reduce((e, n) => (n in se || (e[n] = t[n]), e), {});
}
function oe(t = {}, e = []) {
	const n = d(t.splitter, m, ne), [s, o] = lr(lt(t.format) ? t.format : {
		hash: "%H",
		date: t.strictDate === !1 ? "%ai" : "%aI",
		message: "%s",
		refs: "%D",
		body: t.multiLine ? "%B" : "%b",
		author_name: t.mailMap !== !1 ? "%aN" : "%an",
		author_email: t.mailMap !== !1 ? "%aE" : "%ae"
	}, n), i = [], a = [`--pretty=format:${te}${o}${ee}`, ...e], c = t.n || t["max-count"] || t.maxCount;
	if (c && a.push(`--max-count=${c}`), t.from || t.to) {
		const y = t.symmetric !== !1 ? "..." : "..";
		i.push(`${t.from || ""}${y}${t.to || ""}`);
	}
	return m(t.file) && a.push("--follow", c$1(t.file)), It(hr(t), a), {
		fields: s,
		splitter: n,
		commands: [...a, ...i]
	};
}
function mr(t, e, n) {
	const r = re(t, e, pt(n));
	return {
		commands: ["log", ...n],
		format: "utf-8",
		parser: r
	};
}
function pr() {
	return { log(...n) {
		const r = u(arguments), s = oe(ht(arguments), L(d(arguments[0], K, []))), o = e(...n) || dt(s.commands) || t(s);
		return this._runTask(o, r);
	} };
	function t(n) {
		return mr(n.splitter, n.fields, n.commands);
	}
	function e(n, r) {
		return m(n) && m(r) && b("git.log(string, string) should be replaced with git.log({ from: string, to: string })");
	}
}
var Z = class {
	constructor(e, n = null, r) {
		this.reason = e, this.file = n, this.meta = r;
	}
	toString() {
		return `${this.file}:${this.reason}`;
	}
};
var dr = class {
	constructor() {
		this.conflicts = [], this.merges = [], this.result = "success";
	}
	get failed() {
		return this.conflicts.length > 0;
	}
	get reason() {
		return this.result;
	}
	toString() {
		return this.conflicts.length ? `CONFLICTS: ${this.conflicts.join(", ")}` : "OK";
	}
};
var ie = class {
	constructor() {
		this.remoteMessages = { all: [] }, this.created = [], this.deleted = [], this.files = [], this.deletions = {}, this.insertions = {}, this.summary = {
			changes: 0,
			deletions: 0,
			insertions: 0
		};
	}
};
var gr = class {
	constructor() {
		this.remote = "", this.hash = {
			local: "",
			remote: ""
		}, this.branch = {
			local: "",
			remote: ""
		}, this.message = "";
	}
	toString() {
		return this.message;
	}
};
function tt(t) {
	return t.objects = t.objects || {
		compressing: 0,
		counting: 0,
		enumerating: 0,
		packReused: 0,
		reused: {
			count: 0,
			delta: 0
		},
		total: {
			count: 0,
			delta: 0
		}
	};
}
function Ct(t) {
	const e = /^\s*(\d+)/.exec(t), n = /delta (\d+)/i.exec(t);
	return {
		count: p(e && e[1] || "0"),
		delta: p(n && n[1] || "0")
	};
}
const yr = [
	new x(/^remote:\s*(enumerating|counting|compressing) objects: (\d+),/i, (t, [e, n]) => {
		const r = e.toLowerCase(), s = tt(t.remoteMessages);
		Object.assign(s, { [r]: p(n) });
	}),
	new x(/^remote:\s*(enumerating|counting|compressing) objects: \d+% \(\d+\/(\d+)\),/i, (t, [e, n]) => {
		const r = e.toLowerCase(), s = tt(t.remoteMessages);
		Object.assign(s, { [r]: p(n) });
	}),
	new x(/total ([^,]+), reused ([^,]+), pack-reused (\d+)/i, (t, [e, n, r]) => {
		const s = tt(t.remoteMessages);
		s.total = Ct(e), s.reused = Ct(n), s.packReused = p(r);
	})
];
const wr = [
	new x(/^remote:\s*(.+)$/, (t, [e]) => (t.remoteMessages.all.push(e.trim()), !1)),
	...yr,
	new x([/create a (?:pull|merge) request/i, /\s(https?:\/\/\S+)$/], (t, [e]) => {
		t.remoteMessages.pullRequestUrl = e;
	}),
	new x([/found (\d+) vulnerabilities.+\(([^)]+)\)/i, /\s(https?:\/\/\S+)$/], (t, [e, n, r]) => {
		t.remoteMessages.vulnerabilities = {
			count: p(e),
			summary: n,
			url: r
		};
	})
];
function ae(t, e) {
	return E({ remoteMessages: new br() }, wr, e);
}
var br = class {
	constructor() {
		this.all = [];
	}
};
const vr = [
	new l(/^\s*(.+?)\s+\|\s+\d+\s*(\+*)(-*)/, (t, [e, n, r]) => {
		t.files.push(e), n && (t.insertions[e] = n.length), r && (t.deletions[e] = r.length);
	}),
	new l(/(\d+)\D+((\d+)\D+\(\+\))?(\D+(\d+)\D+\(-\))?/, (t, [e, , n, , r]) => n !== void 0 || r !== void 0 ? (t.summary.changes = +e || 0, t.summary.insertions = +n || 0, t.summary.deletions = +r || 0, !0) : !1),
	new l(/^(create|delete) mode \d+ (.+)/, (t, [e, n]) => {
		S(t.files, n), S(e === "create" ? t.created : t.deleted, n);
	})
];
const Er = [
	new l(/^from\s(.+)$/i, (t, [e]) => {
		t.remote = e;
	}),
	new l(/^fatal:\s(.+)$/, (t, [e]) => {
		t.message = e;
	}),
	new l(/([a-z0-9]+)\.\.([a-z0-9]+)\s+(\S+)\s+->\s+(\S+)$/, (t, [e, n, r, s]) => {
		t.branch.local = r, t.hash.local = e, t.branch.remote = s, t.hash.remote = n;
	})
];
const Sr = (t, e) => E(new ie(), vr, [t, e]);
const ue = (t, e) => Object.assign(new ie(), Sr(t, e), ae(t, e));
function Rr(t, e) {
	const n = E(new gr(), Er, [t, e]);
	return n.message && n;
}
const Or = [
	new l(/^Auto-merging\s+(.+)$/, (t, [e]) => {
		t.merges.push(e);
	}),
	new l(/^CONFLICT\s+\((.+)\): Merge conflict in (.+)$/, (t, [e, n]) => {
		t.conflicts.push(new Z(e, n));
	}),
	new l(/^CONFLICT\s+\((.+\/delete)\): (.+) deleted in (.+) and/, (t, [e, n, r]) => {
		t.conflicts.push(new Z(e, n, { deleteRef: r }));
	}),
	new l(/^CONFLICT\s+\((.+)\):/, (t, [e]) => {
		t.conflicts.push(new Z(e, null));
	}),
	new l(/^Automatic merge failed;\s+(.+)$/, (t, [e]) => {
		t.result = e;
	})
];
const Cr = (t, e) => Object.assign(Ar(t), ue(t, e));
const Ar = (t) => E(new dr(), Or, t);
function At(t) {
	return t.length ? {
		commands: ["merge", ...t],
		format: "utf-8",
		parser(e, n) {
			const r = Cr(e, n);
			if (r.failed) throw new at(r);
			return r;
		}
	} : b("Git.merge requires at least one option");
}
function xr(t, e, n) {
	const r = n.includes("deleted"), s = n.includes("tag") || /^refs\/tags/.test(t), o = !n.includes("new");
	return {
		deleted: r,
		tag: s,
		branch: !s,
		new: !o,
		alreadyUpdated: o,
		local: t,
		remote: e
	};
}
const Nr = [
	new l(/^Pushing to (.+)$/, (t, [e]) => {
		t.repo = e;
	}),
	new l(/^updating local tracking ref '(.+)'/, (t, [e]) => {
		t.ref = {
			...t.ref || {},
			local: e
		};
	}),
	new l(/^[=*-]\s+([^:]+):(\S+)\s+\[(.+)]$/, (t, [e, n, r]) => {
		t.pushed.push(xr(e, n, r));
	}),
	new l(/^Branch '([^']+)' set up to track remote branch '([^']+)' from '([^']+)'/, (t, [e, n, r]) => {
		t.branch = {
			...t.branch || {},
			local: e,
			remote: n,
			remoteName: r
		};
	}),
	new l(/^([^:]+):(\S+)\s+([a-z0-9]+)\.\.([a-z0-9]+)$/, (t, [e, n, r, s]) => {
		t.update = {
			head: {
				local: e,
				remote: n
			},
			hash: {
				from: r,
				to: s
			}
		};
	})
];
const $r = (t, e) => {
	const n = Pr(t, e), r = ae(t, e);
	return {
		...n,
		...r
	};
};
const Pr = (t, e) => E({ pushed: [] }, Nr, [t, e]);
function Mr(t = {}, e) {
	return S(e, "--tags"), ce(t, e);
}
function ce(t = {}, e) {
	const n = ["push", ...e];
	return t.branch && n.splice(1, 0, t.branch), t.remote && n.splice(1, 0, t.remote), ct(n, "-v"), S(n, "--verbose"), S(n, "--porcelain"), {
		commands: n,
		format: "utf-8",
		parser: $r
	};
}
function Dr() {
	return {
		showBuffer() {
			const t = ["show", ...h(arguments, 1)];
			return t.includes("--binary") || t.splice(1, 0, "--binary"), this._runTask(Gt(t), u(arguments));
		},
		show() {
			const t = ["show", ...h(arguments, 1)];
			return this._runTask(g(t), u(arguments));
		}
	};
}
const Lr = /^(.+)\0(.+)$/;
var jr = class {
	constructor(e, n, r) {
		if (this.path = e, this.index = n, this.working_dir = r, n === "R" || r === "R") {
			const s = Lr.exec(e) || [
				null,
				e,
				e
			];
			this.from = s[2] || "", this.path = s[1] || "";
		}
	}
};
var Br = class {
	constructor() {
		this.not_added = [], this.conflicted = [], this.created = [], this.deleted = [], this.ignored = void 0, this.modified = [], this.renamed = [], this.files = [], this.staged = [], this.ahead = 0, this.behind = 0, this.current = null, this.tracking = null, this.detached = !1, this.isClean = () => !this.files.length;
	}
};
function xt(t) {
	const [e, n] = t.split(I);
	return {
		from: n || e,
		to: e
	};
}
function _(t, e, n) {
	return [`${t}${e}`, n];
}
function et(t, ...e) {
	return e.map((n) => _(t, n, (r, s) => r.conflicted.push(s)));
}
const Ir = new Map([
	_(" ", "A", (t, e) => t.created.push(e)),
	_(" ", "D", (t, e) => t.deleted.push(e)),
	_(" ", "M", (t, e) => t.modified.push(e)),
	_("A", " ", (t, e) => {
		t.created.push(e), t.staged.push(e);
	}),
	_("A", "M", (t, e) => {
		t.created.push(e), t.staged.push(e), t.modified.push(e);
	}),
	_("D", " ", (t, e) => {
		t.deleted.push(e), t.staged.push(e);
	}),
	_("M", " ", (t, e) => {
		t.modified.push(e), t.staged.push(e);
	}),
	_("M", "M", (t, e) => {
		t.modified.push(e), t.staged.push(e);
	}),
	_("R", " ", (t, e) => {
		t.renamed.push(xt(e));
	}),
	_("R", "M", (t, e) => {
		const n = xt(e);
		t.renamed.push(n), t.modified.push(n.to);
	}),
	_("!", "!", (t, e) => {
		(t.ignored = t.ignored || []).push(e);
	}),
	_("?", "?", (t, e) => t.not_added.push(e)),
	...et("A", "A", "U"),
	...et("D", "D", "U"),
	...et("U", "A", "D", "U"),
	["##", (t, e) => {
		const n = /ahead (\d+)/, r = /behind (\d+)/, s = /^(.+?(?=(?:\.{3}|\s|$)))/, o = /\.{3}(\S*)/, i = /\son\s(\S+?)(?=\.{3}|$)/;
		let a = n.exec(e);
		t.ahead = a && +a[1] || 0, a = r.exec(e), t.behind = a && +a[1] || 0, a = s.exec(e), t.current = d(a?.[1], m, null), a = o.exec(e), t.tracking = d(a?.[1], m, null), a = i.exec(e), a && (t.current = d(a?.[1], m, t.current)), t.detached = /\(no branch\)/.test(e);
	}]
]);
const Ur = function(t) {
	const e = t.split(I), n = new Br();
	for (let r = 0, s = e.length; r < s;) {
		let o = e[r++].trim();
		o && (o.charAt(0) === "R" && (o += I + (e[r++] || "")), Fr(n, o));
	}
	return n;
};
function Fr(t, e) {
	const n = e.trim();
	switch (" ") {
		case n.charAt(2): return r(n.charAt(0), n.charAt(1), n.slice(3));
		case n.charAt(1): return r(" ", n.charAt(0), n.slice(2));
		default: return;
	}
	function r(s, o, i) {
		const a = `${s}${o}`, c = Ir.get(a);
		c && c(t, i), a !== "##" && a !== "!!" && t.files.push(new jr(i, s, o));
	}
}
const Gr = ["--null", "-z"];
function zr(t) {
	return {
		format: "utf-8",
		commands: [
			"status",
			"--porcelain",
			"-b",
			"-u",
			"--null",
			...t.filter((n) => !Gr.includes(n))
		],
		parser(n) {
			return Ur(n);
		}
	};
}
const fe = "installed=false";
function q(t = 0, e = 0, n = 0, r = "", s = !0) {
	return Object.defineProperty({
		major: t,
		minor: e,
		patch: n,
		agent: r,
		installed: s
	}, "toString", {
		value() {
			return `${this.major}.${this.minor}.${this.patch}`;
		},
		configurable: !1,
		enumerable: !1
	});
}
function qr() {
	return q(0, 0, 0, "", !1);
}
function Wr() {
	return { version() {
		return this._runTask({
			commands: ["--version"],
			format: "utf-8",
			parser: Kr,
			onError(t, e, n, r) {
				if (t.exitCode === V.NOT_FOUND) return n(Buffer.from(fe));
				r(e);
			}
		});
	} };
}
const Hr = [new l(/version (\d+)\.(\d+)\.(\d+)(?:\s*\((.+)\))?/, (t, [e, n, r, s = ""]) => {
	Object.assign(t, q(p(e), p(n), p(r), s));
}), new l(/version (\d+)\.(\d+)\.(\D+)(.+)?$/, (t, [e, n, r, s = ""]) => {
	Object.assign(t, q(p(e), p(n), r, s));
})];
function Kr(t) {
	return t === fe ? qr() : E(q(0, 0, 0, t), Hr, t);
}
var le = class {
	constructor(e) {
		this._executor = e;
	}
	_runTask(e, n) {
		const r = this._executor.chain(), s = r.push(e);
		return n && Ln(e, s, n), Object.create(this, {
			then: { value: s.then.bind(s) },
			catch: { value: s.catch.bind(s) },
			_executor: { value: r }
		});
	}
	add(e) {
		return this._runTask(g(["add", ...v(e)]), u(arguments));
	}
	cwd(e) {
		const n = u(arguments);
		return typeof e == "string" ? this._runTask(St(e, this._executor), n) : typeof e?.path == "string" ? this._runTask(St(e.path, e.root && this._executor || void 0), n) : this._runTask(b("Git.cwd: workingDirectory must be supplied as a string"), n);
	}
	hashObject(e, n) {
		return this._runTask(Vn(e, n === !0), u(arguments));
	}
	init(e) {
		return this._runTask(Zn(e === !0, this._executor.cwd, h(arguments)), u(arguments));
	}
	merge() {
		return this._runTask(At(h(arguments)), u(arguments));
	}
	mergeFromTo(e, n) {
		return m(e) && m(n) ? this._runTask(At([
			e,
			n,
			...h(arguments)
		]), u(arguments, !1)) : this._runTask(b("Git.mergeFromTo requires that the 'remote' and 'branch' arguments are supplied as strings"));
	}
	outputHandler(e) {
		return this._executor.outputHandler = e, this;
	}
	push() {
		const e = ce({
			remote: d(arguments[0], m),
			branch: d(arguments[1], m)
		}, h(arguments));
		return this._runTask(e, u(arguments));
	}
	stash() {
		return this._runTask(g(["stash", ...h(arguments)]), u(arguments));
	}
	status() {
		return this._runTask(zr(h(arguments)), u(arguments));
	}
};
Object.assign(le.prototype, jn(), In(), zn(), Tn(), Hn(), Kn(), On(), er(), pr(), Dr(), Wr());
const Vr = /* @__PURE__ */ (() => {
	let t = 0;
	return () => {
		t++;
		const { promise: e, done: n } = (0, import_dist$1.createDeferred)();
		return {
			promise: e,
			done: n,
			id: t
		};
	};
})();
var Xr = class {
	constructor(e = 2) {
		this.concurrency = e, this.logger = $("", "scheduler"), this.pending = [], this.running = [], this.logger("Constructed, concurrency=%s", e);
	}
	schedule() {
		if (!this.pending.length || this.running.length >= this.concurrency) {
			this.logger("Schedule attempt ignored, pending=%s running=%s concurrency=%s", this.pending.length, this.running.length, this.concurrency);
			return;
		}
		const e = S(this.running, this.pending.shift());
		this.logger("Attempting id=%s", e.id), e.done(() => {
			this.logger("Completing id=", e.id), ct(this.running, e), this.schedule();
		});
	}
	next() {
		const { promise: e, id: n } = S(this.pending, Vr());
		return this.logger("Scheduling id=%s", n), this.schedule(), e;
	}
};
function Yr(t, e) {
	return g([
		"apply",
		...e,
		...t
	]);
}
var he = /* @__PURE__ */ ((t) => (t.CURRENT = "*", t.LINKED = "+", t))(he || {});
var Qr = class {
	constructor() {
		this.all = [], this.branches = {}, this.current = "", this.detached = !1;
	}
	push(e, n, r, s, o) {
		e === "*" && (this.detached = n, this.current = r), this.all.push(r), this.branches[r] = {
			current: e === "*",
			linkedWorkTree: e === "+",
			name: r,
			commit: s,
			label: o
		};
	}
};
const Jr = [new l(/^([*+]\s)?\((?:HEAD )?detached (?:from|at) (\S+)\)\s+([a-z0-9]+)\s(.*)$/, (t, [e, n, r, s]) => {
	t.push(Nt(e), !0, n, r, s);
}), new l(/^([*+]\s)?(\S+)\s+([a-z0-9]+)\s?(.*)$/s, (t, [e, n, r, s]) => {
	t.push(Nt(e), !1, n, r, s);
})];
const Zr = new l(/^(\S+)$/s, (t, [e]) => {
	t.push(he.CURRENT, !1, e, "", "");
});
function Nt(t) {
	return t ? t.charAt(0) : "";
}
function me(t, e = !1) {
	return E(new Qr(), e ? [Zr] : Jr, t);
}
var ts = class {
	constructor() {
		this.all = [], this.branches = {}, this.errors = [];
	}
	get success() {
		return !this.errors.length;
	}
};
function es(t, e) {
	return {
		branch: t,
		hash: e,
		success: !0
	};
}
function ns(t) {
	return {
		branch: t,
		hash: null,
		success: !1
	};
}
const rs = /(\S+)\s+\(\S+\s([^)]+)\)/;
const pe = /^error[^']+'([^']+)'/m;
const ss = [new l(rs, (t, [e, n]) => {
	const r = es(e, n);
	t.all.push(r), t.branches[e] = r;
}), new l(pe, (t, [e]) => {
	const n = ns(e);
	t.errors.push(n), t.all.push(n), t.branches[e] = n;
})];
const gt = (t, e) => E(new ts(), ss, [t, e]);
function de(t, e) {
	return e === V.ERROR && pe.test(t);
}
function os(t) {
	const e = [
		"-d",
		"-D",
		"--delete"
	];
	return t.some((n) => e.includes(n));
}
function is(t) {
	const e = os(t), n = t.includes("--show-current"), r = ["branch", ...t];
	return r.length === 1 && r.push("-a"), r.includes("-v") || r.splice(1, 0, "-v"), {
		format: "utf-8",
		commands: r,
		parser(s, o) {
			return e ? gt(s, o).all[0] : me(s, n);
		}
	};
}
function as() {
	return {
		format: "utf-8",
		commands: ["branch", "-v"],
		parser(t) {
			return me(t);
		}
	};
}
function us(t, e = !1) {
	return {
		format: "utf-8",
		commands: [
			"branch",
			"-v",
			e ? "-D" : "-d",
			...t
		],
		parser(n, r) {
			return gt(n, r);
		},
		onError({ exitCode: n, stdOut: r }, s, o, i) {
			if (!de(String(s), n)) return i(s);
			o(r);
		}
	};
}
function cs(t, e = !1) {
	const n = {
		format: "utf-8",
		commands: [
			"branch",
			"-v",
			e ? "-D" : "-d",
			t
		],
		parser(r, s) {
			return gt(r, s).branches[t];
		},
		onError({ exitCode: r, stdErr: s, stdOut: o }, i, a, c) {
			if (!de(String(i), r)) return c(i);
			throw new at(n.parser(F(o), F(s)), String(i));
		}
	};
	return n;
}
function fs(t) {
	return {
		commands: ["check-ignore", ...t],
		format: "utf-8",
		parser: ls
	};
}
function ls(t) {
	return t.split(/\n/g).map(hs).filter(Boolean);
}
function hs(t) {
	const e = t.trim().replace(/^["']|["']$/g, "");
	return e && normalize(e);
}
const ms = [
	new l(/From (.+)$/, (t, [e]) => {
		t.remote = e;
	}),
	new l(/\* \[new branch]\s+(\S+)\s*-> (.+)$/, (t, [e, n]) => {
		t.branches.push({
			name: e,
			tracking: n
		});
	}),
	new l(/\* \[new tag]\s+(\S+)\s*-> (.+)$/, (t, [e, n]) => {
		t.tags.push({
			name: e,
			tracking: n
		});
	}),
	new l(/- \[deleted]\s+\S+\s*-> (.+)$/, (t, [e]) => {
		t.deleted.push({ tracking: e });
	}),
	new l(/\s*([^.]+)\.\.(\S+)\s+(\S+)\s*-> (.+)$/, (t, [e, n, r, s]) => {
		t.updated.push({
			name: r,
			tracking: s,
			to: n,
			from: e
		});
	})
];
function ps(t, e) {
	return E({
		raw: t,
		remote: null,
		branches: [],
		tags: [],
		updated: [],
		deleted: []
	}, ms, [t, e]);
}
function ds(t) {
	return /^--upload-pack(=|$)/.test(t);
}
function gs(t, e, n) {
	const r = ["fetch", ...n];
	return t && e && r.push(t, e), r.find(ds) ? b("git.fetch: potential exploit argument blocked.") : {
		commands: r,
		format: "utf-8",
		parser: ps
	};
}
const ys = [new l(/^Renaming (.+) to (.+)$/, (t, [e, n]) => {
	t.moves.push({
		from: e,
		to: n
	});
})];
function ws(t) {
	return E({ moves: [] }, ys, t);
}
function bs(t, e) {
	return {
		commands: [
			"mv",
			"-v",
			...v(t),
			e
		],
		format: "utf-8",
		parser: ws
	};
}
function Ts(t, e, n) {
	const r = ["pull", ...n];
	return t && e && r.splice(1, 0, t, e), {
		commands: r,
		format: "utf-8",
		parser(s, o) {
			return ue(s, o);
		},
		onError(s, o, i, a) {
			const c = Rr(F(s.stdOut), F(s.stdErr));
			if (c) return a(new at(c));
			a(o);
		}
	};
}
function ks(t) {
	const e = {};
	return ge(t, ([n]) => e[n] = { name: n }), Object.values(e);
}
function _s(t) {
	const e = {};
	return ge(t, ([n, r, s]) => {
		Object.hasOwn(e, n) || (e[n] = {
			name: n,
			refs: {
				fetch: "",
				push: ""
			}
		}), s && r && (e[n].refs[s.replace(/[^a-z]/g, "")] = r);
	}), Object.values(e);
}
function ge(t, e) {
	ut(t, (n) => e(n.split(/\s+/)));
}
function vs(t, e, n) {
	return g([
		"remote",
		"add",
		...n,
		t,
		e
	]);
}
function Es(t) {
	const e = ["remote"];
	return t && e.push("-v"), {
		commands: e,
		format: "utf-8",
		parser: t ? _s : ks
	};
}
function Ss(t) {
	const e = [...t];
	return e[0] !== "ls-remote" && e.unshift("ls-remote"), g(e);
}
function Rs(t) {
	const e = [...t];
	return e[0] !== "remote" && e.unshift("remote"), g(e);
}
function Os(t) {
	return g([
		"remote",
		"remove",
		t
	]);
}
function Cs(t = {}, e) {
	const n = oe(t), r = [
		"stash",
		"list",
		...n.commands,
		...e
	], s = re(n.splitter, n.fields, pt(r));
	return dt(r) || {
		commands: r,
		format: "utf-8",
		parser: s
	};
}
function As(t, e) {
	return X([
		"add",
		t,
		e
	]);
}
function xs(t) {
	return X(["init", ...t]);
}
function X(t) {
	const e = [...t];
	return e[0] !== "submodule" && e.unshift("submodule"), g(e);
}
function Ns(t) {
	return X(["update", ...t]);
}
var $s = class {
	constructor(e, n) {
		this.all = e, this.latest = n;
	}
};
const Ps = function(t, e = !1) {
	const n = t.split(`
`).map(Ds).filter(Boolean);
	e || n.sort(function(s, o) {
		const i = s.split("."), a = o.split(".");
		if (i.length === 1 || a.length === 1) return Ms(B(i[0]), B(a[0]));
		for (let c = 0, y = Math.max(i.length, a.length); c < y; c++) {
			const w = ye(B(i[c]), B(a[c]));
			if (w) return w;
		}
		return 0;
	});
	const r = e ? n[0] : [...n].reverse().find((s) => s.indexOf(".") >= 0);
	return new $s(n, r);
};
function Ms(t, e) {
	const n = Number.isNaN(t);
	return n !== Number.isNaN(e) ? n ? 1 : -1 : n ? ye(t, e) : 0;
}
function ye(t, e) {
	return t === e ? 0 : t > e ? 1 : -1;
}
function Ds(t) {
	return t.trim();
}
function B(t) {
	return typeof t == "string" && parseInt(t.replace(/^\D+/g, ""), 10) || 0;
}
function Ls(t = []) {
	const e = t.some((n) => /^--sort=/.test(n));
	return {
		format: "utf-8",
		commands: [
			"tag",
			"-l",
			...t
		],
		parser(n) {
			return Ps(n, e);
		}
	};
}
function js(t) {
	return {
		format: "utf-8",
		commands: ["tag", t],
		parser() {
			return { name: t };
		}
	};
}
function Bs(t, e) {
	return {
		format: "utf-8",
		commands: [
			"tag",
			"-a",
			"-m",
			e,
			t
		],
		parser() {
			return { name: t };
		}
	};
}
function f(t, e) {
	this._plugins = e, this._executor = new Dn(t.baseDir, new Xr(t.maxConcurrentProcesses), e), this._trimmed = t.trimmed;
}
(f.prototype = Object.create(le.prototype)).constructor = f;
f.prototype.customBinary = function(t) {
	return this._plugins.reconfigure("binary", t), this;
};
f.prototype.env = function(t, e) {
	return arguments.length === 1 && typeof t == "object" ? this._executor.env = t : (this._executor.env = this._executor.env || {})[t] = e, this;
};
f.prototype.stashList = function(t) {
	return this._runTask(Cs(ht(arguments) || {}, K(t) && t || []), u(arguments));
};
f.prototype.mv = function(t, e) {
	return this._runTask(bs(t, e), u(arguments));
};
f.prototype.checkoutLatestTag = function(t) {
	var e = this;
	return this.pull(function() {
		e.tags(function(n, r) {
			e.checkout(r.latest, t);
		});
	});
};
f.prototype.pull = function(t, e, n, r) {
	return this._runTask(Ts(d(t, m), d(e, m), h(arguments)), u(arguments));
};
f.prototype.fetch = function(t, e) {
	return this._runTask(gs(d(t, m), d(e, m), h(arguments)), u(arguments));
};
f.prototype.tags = function(t, e) {
	return this._runTask(Ls(h(arguments)), u(arguments));
};
f.prototype.rebase = function() {
	return this._runTask(g(["rebase", ...h(arguments)]), u(arguments));
};
f.prototype.reset = function(t) {
	return this._runTask(An(xn(t), h(arguments)), u(arguments));
};
f.prototype.revert = function(t) {
	const e = u(arguments);
	return typeof t != "string" ? this._runTask(b("Commit must be a string"), e) : this._runTask(g([
		"revert",
		...h(arguments, 0, !0),
		t
	]), e);
};
f.prototype.addTag = function(t) {
	const e = typeof t == "string" ? js(t) : b("Git.addTag requires a tag name");
	return this._runTask(e, u(arguments));
};
f.prototype.addAnnotatedTag = function(t, e) {
	return this._runTask(Bs(t, e), u(arguments));
};
f.prototype.deleteLocalBranch = function(t, e, n) {
	return this._runTask(cs(t, typeof e == "boolean" ? e : !1), u(arguments));
};
f.prototype.deleteLocalBranches = function(t, e, n) {
	return this._runTask(us(t, typeof e == "boolean" ? e : !1), u(arguments));
};
f.prototype.branch = function(t, e) {
	return this._runTask(is(h(arguments)), u(arguments));
};
f.prototype.branchLocal = function(t) {
	return this._runTask(as(), u(arguments));
};
f.prototype.raw = function(t) {
	const e = !Array.isArray(t), n = [].slice.call(e ? arguments : t, 0);
	for (let s = 0; s < n.length && e; s++) if (!st(n[s])) {
		n.splice(s, n.length - s);
		break;
	}
	n.push(...h(arguments, 0, !0));
	var r = u(arguments);
	return n.length ? this._runTask(g(n, this._trimmed), r) : this._runTask(b("Raw: must supply one or more command to execute"), r);
};
f.prototype.submoduleAdd = function(t, e, n) {
	return this._runTask(As(t, e), u(arguments));
};
f.prototype.submoduleUpdate = function(t, e) {
	return this._runTask(Ns(h(arguments, !0)), u(arguments));
};
f.prototype.submoduleInit = function(t, e) {
	return this._runTask(xs(h(arguments, !0)), u(arguments));
};
f.prototype.subModule = function(t, e) {
	return this._runTask(X(h(arguments)), u(arguments));
};
f.prototype.listRemote = function() {
	return this._runTask(Ss(h(arguments)), u(arguments));
};
f.prototype.addRemote = function(t, e, n) {
	return this._runTask(vs(t, e, h(arguments)), u(arguments));
};
f.prototype.removeRemote = function(t, e) {
	return this._runTask(Os(t), u(arguments));
};
f.prototype.getRemotes = function(t, e) {
	return this._runTask(Es(t === !0), u(arguments));
};
f.prototype.remote = function(t, e) {
	return this._runTask(Rs(h(arguments)), u(arguments));
};
f.prototype.tag = function(t, e) {
	const n = h(arguments);
	return n[0] !== "tag" && n.unshift("tag"), this._runTask(g(n), u(arguments));
};
f.prototype.updateServerInfo = function(t) {
	return this._runTask(g(["update-server-info"]), u(arguments));
};
f.prototype.pushTags = function(t, e) {
	const n = Mr({ remote: d(t, m) }, h(arguments));
	return this._runTask(n, u(arguments));
};
f.prototype.rm = function(t) {
	return this._runTask(g([
		"rm",
		"-f",
		...v(t)
	]), u(arguments));
};
f.prototype.rmKeepLocal = function(t) {
	return this._runTask(g([
		"rm",
		"--cached",
		...v(t)
	]), u(arguments));
};
f.prototype.catFile = function(t, e) {
	return this._catFile("utf-8", arguments);
};
f.prototype.binaryCatFile = function() {
	return this._catFile("buffer", arguments);
};
f.prototype._catFile = function(t, e) {
	var n = u(e), r = ["cat-file"], s = e[0];
	if (typeof s == "string") return this._runTask(b("Git.catFile: options must be supplied as an array of strings"), n);
	Array.isArray(s) && r.push.apply(r, s);
	const o = t === "buffer" ? Gt(r) : g(r);
	return this._runTask(o, n);
};
f.prototype.diff = function(t, e) {
	const n = m(t) ? b("git.diff: supplying options as a single string is no longer supported, switch to an array of strings") : g(["diff", ...h(arguments)]);
	return this._runTask(n, u(arguments));
};
f.prototype.diffSummary = function() {
	return this._runTask(fr(h(arguments, 1)), u(arguments));
};
f.prototype.applyPatch = function(t) {
	const e = G(t) ? Yr(v(t), h([].slice.call(arguments, 1))) : b("git.applyPatch requires one or more string patches as the first argument");
	return this._runTask(e, u(arguments));
};
f.prototype.revparse = function() {
	const t = ["rev-parse", ...h(arguments, !0)];
	return this._runTask(g(t, !0), u(arguments));
};
f.prototype.clean = function(t, e, n) {
	const r = un(t), s = r && t.join("") || d(t, m) || "", o = h([].slice.call(arguments, r ? 1 : 0));
	return this._runTask(on(s, o), u(arguments));
};
f.prototype.exec = function(t) {
	return this._runTask({
		commands: [],
		format: "utf-8",
		parser() {
			typeof t == "function" && t();
		}
	});
};
f.prototype.checkIgnore = function(t, e) {
	return this._runTask(fs(v(d(t, G, []))), u(arguments));
};
f.prototype.checkIsRepo = function(t, e) {
	return this._runTask(We(d(t, m)), u(arguments));
};
function Is(t) {
	return t ? [{
		type: "spawn.before",
		action(r, s) {
			t.aborted && s.kill(new A(void 0, "abort", "Abort already signaled"));
		}
	}, {
		type: "spawn.after",
		action(r, s) {
			function o() {
				s.kill(new A(void 0, "abort", "Abort signal received"));
			}
			t.addEventListener("abort", o), s.spawned.on("close", () => t.removeEventListener("abort", o));
		}
	}] : void 0;
}
const Us = $("", "plugin:allowEnvironment");
function Fs(t, e = !1) {
	const n = new Set(t.map((r) => r.toLowerCase().trim()));
	return {
		type: "spawn.options",
		action(r, s) {
			const o = { ...r.env ?? process.env }, i = new Set(Object.keys(s.env).map((a) => a.toLowerCase().trim()));
			for (const a of Object.keys(o)) {
				const c = a.toLowerCase().trim();
				if (!(!Gs(c) || n.has(c))) {
					if (i.has(c)) throw new A(void 0, "allowEnvironment", `Use of "${a}" is blocked by the environment guard - add it to the allowEnvironment option to permit it`);
					Us("removing ambient guarded environment variable %s", a), delete o[a];
				}
			}
			return {
				...r,
				env: {
					...o,
					GIT_TEST_DISALLOW_ABBREVIATED_OPTIONS: String(!e)
				}
			};
		}
	};
}
function Gs(t) {
	const e = t.toLowerCase().trim();
	return e.startsWith("git_") || _$1(e);
}
function zs(t = {}) {
	return {
		type: "spawn.args",
		action(e, { env: n }) {
			for (const r of oe$1(e, n)) if (t[r.category] !== !0) throw new A(void 0, "unsafe", r.message);
			return e;
		}
	};
}
function qs(t) {
	const e = U(t, "-c");
	return {
		type: "spawn.args",
		action(n) {
			return [...e, ...n];
		}
	};
}
const $t = (0, import_dist$1.deferred)().promise;
function Ws({ onClose: t = !0, onExit: e = 50 } = {}) {
	function n() {
		let s = -1;
		const o = {
			close: (0, import_dist$1.deferred)(),
			closeTimeout: (0, import_dist$1.deferred)(),
			exit: (0, import_dist$1.deferred)(),
			exitTimeout: (0, import_dist$1.deferred)()
		}, i = Promise.race([t === !1 ? $t : o.closeTimeout.promise, e === !1 ? $t : o.exitTimeout.promise]);
		return r(t, o.close, o.closeTimeout), r(e, o.exit, o.exitTimeout), {
			close(a) {
				s = a, o.close.done();
			},
			exit(a) {
				s = a, o.exit.done();
			},
			get exitCode() {
				return s;
			},
			result: i
		};
	}
	function r(s, o, i) {
		s !== !1 && (s === !0 ? o.promise : o.promise.then(() => wt(s))).then(i.done);
	}
	return {
		type: "spawn.after",
		async action(s, { spawned: o, close: i }) {
			const a = n();
			let c = !0, y = () => {
				c = !1;
			};
			o.stdout?.on("data", y), o.stderr?.on("data", y), o.on("error", y), o.on("close", (w) => a.close(w)), o.on("exit", (w) => a.exit(w));
			try {
				await a.result, c && await wt(50), i(a.exitCode);
			} catch (w) {
				i(a.exitCode, w);
			}
		}
	};
}
const we = $("", "plugin:binary");
const Hs = "Invalid value supplied for custom binary, requires a single string or an array containing either one or two strings";
const Ks = "Invalid value supplied for custom binary, restricted characters must be removed or supply the unsafe.allowUnsafeCustomBinary option";
function Vs(t) {
	return !t || !/^([a-z]:)?([a-z0-9/.\\_~-]+)$/i.test(t);
}
function Pt(t, e) {
	if (t.length < 1 || t.length > 2) throw new A(void 0, "binary", Hs);
	if (t.some(Vs)) if (e) we("permitted unsafe binary %o", t);
	else throw new A(void 0, "binary", Ks);
	const [r, s] = t;
	return {
		binary: r,
		prefix: s
	};
}
function Xs(t, e = ["git"], n = !1) {
	let r = Pt(v(e), n);
	t.on("binary", (s) => {
		r = Pt(v(s), n), we.info("reconfiguring %o", r);
	}), t.append("spawn.binary", () => r.binary), t.append("spawn.args", (s) => r.prefix ? [r.prefix, ...s] : s);
}
const be = {
	DISALLOWED_ABBREVIATED: {
		text: "disallowed abbreviated or ambiguous option",
		solution: "Unambiguous abbreviated options blocked with unsafe.allowAbbreviatedOptions setting: {message}"
	},
	UNKNOWN: {
		text: "~ unknown ~",
		solution: void 0
	}
};
function Ys(t) {
	if (!t) return "UNKNOWN";
	for (const [e, { text: n }] of Object.entries(be)) if (t.startsWith(`fatal: ${n}`)) return e;
	return "UNKNOWN";
}
var Qs = class extends O {
	constructor(e = "") {
		const n = Ys(e);
		super(void 0, be[n].solution?.replace("{message}", e) ?? e), this.reason = n;
	}
};
function Js(t) {
	return !!(t.exitCode && t.stdErr.length);
}
function Zs(t) {
	return Buffer.concat([...t.stdOut, ...t.stdErr]);
}
function to(t = !1, e = Js, n = Zs) {
	return (r, s) => !t && r || !e(s) ? r : n(s);
}
function eo(t, e) {
	return t === 128 && e.startsWith("fatal:") ? new Qs(e) : new O(void 0, e);
}
function Mt(t) {
	return {
		type: "task.error",
		action(e, n) {
			const r = t(e.error, {
				stdErr: n.stdErr,
				stdOut: n.stdOut,
				exitCode: n.exitCode
			});
			return Buffer.isBuffer(r) ? { error: eo(n.exitCode, r.toString("utf-8")) } : { error: r };
		}
	};
}
const nt = $("", "plugin:input");
function no(t) {
	return {
		type: "spawn.after",
		action(e, { commands: n, input: r, spawned: { stdin: s } }) {
			if (!s) return;
			const o = t?.([...n]) ?? r;
			if (!o) return nt("generated zero length content, not writing to stdin");
			nt("writing %s bytes to stdin", Le(o)), s.on("error", (i) => {
				i.code !== "EPIPE" && nt("[ERROR] stdin error %o", i);
			}), s.end(o);
		}
	};
}
var ro = class {
	constructor() {
		this.plugins = /* @__PURE__ */ new Set(), this.events = new EventEmitter();
	}
	on(e, n) {
		this.events.on(e, n);
	}
	reconfigure(e, n) {
		this.events.emit(e, n);
	}
	append(e, n) {
		const r = S(this.plugins, {
			type: e,
			action: n
		});
		return () => this.plugins.delete(r);
	}
	add(e) {
		const n = [];
		return v(e).forEach((r) => {
			r && this.plugins.add(S(n, r));
		}), () => {
			n.forEach((r) => {
				this.plugins.delete(r);
			});
		};
	}
	exec(e, n, r) {
		let s = n;
		const o = Object.freeze(Object.create(r));
		for (const i of this.plugins) i.type === e && (s = i.action(s, o));
		return s;
	}
};
function so(t) {
	const e = "--progress", n = [
		"checkout",
		"clone",
		"fetch",
		"pull",
		"push"
	];
	return [{
		type: "spawn.args",
		action(o, i) {
			return n.includes(i.method) ? De(o, e) : o;
		}
	}, {
		type: "spawn.after",
		action(o, i) {
			i.commands.includes(e) && i.spawned.stderr?.on("data", (a) => {
				const c = /^([\s\S]+?):\s*(\d+)% \((\d+)\/(\d+)\)/.exec(a.toString("utf8"));
				c && t({
					method: i.method,
					stage: oo(c[1]),
					progress: p(c[2]),
					processed: p(c[3]),
					total: p(c[4])
				});
			});
		}
	}];
}
function oo(t) {
	return String(t.toLowerCase().split(" ", 1)) || "unknown";
}
function io(t) {
	const e = je(t, ["uid", "gid"]);
	return {
		type: "spawn.options",
		action(n) {
			return {
				...e,
				...n
			};
		}
	};
}
function ao() {
	return {
		type: "spawn.args",
		action(t) {
			const e = [];
			let n;
			function r$2(s) {
				(n = n || []).push(...s);
			}
			for (let s = 0; s < t.length; s++) {
				const o$1 = t[s];
				if (r(o$1)) {
					r$2(o(o$1));
					continue;
				}
				if (o$1 === "--") {
					r$2(t.slice(s + 1).flatMap((i) => r(i) && o(i) || i));
					break;
				}
				e.push(o$1);
			}
			return n ? [
				...e,
				"--",
				...n.map(String)
			] : e;
		}
	};
}
function uo({ block: t, stdErr: e = !0, stdOut: n = !0 }) {
	if (t > 0) return {
		type: "spawn.after",
		action(r, s) {
			let o;
			function i() {
				o && clearTimeout(o), o = setTimeout(c, t);
			}
			function a() {
				s.spawned.stdout?.off("data", i), s.spawned.stderr?.off("data", i), s.spawned.off("exit", a), s.spawned.off("close", a), o && clearTimeout(o);
			}
			function c() {
				a(), s.kill(new A(void 0, "timeout", "block timeout reached"));
			}
			n && s.spawned.stdout?.on("data", i), e && s.spawned.stderr?.on("data", i), s.spawned.on("exit", a), s.spawned.on("close", a), i();
		}
	};
}
const wo = (t, e) => {
	const n = new ro(), r = Ge(t && (typeof t == "string" ? { baseDir: t } : t) || {}, e);
	if (!Lt(r.baseDir)) throw new Ae(r, "Cannot use simple-git on a directory that does not exist");
	return Array.isArray(r.config) && n.add(qs(r.config)), n.add(zs(r.unsafe)), n.add(Ws(r.completion)), r.abort && n.add(Is(r.abort)), r.progress && n.add(so(r.progress)), r.timeout && n.add(uo(r.timeout)), r.spawnOptions && n.add(io(r.spawnOptions)), n.add(ao()), n.add(no(r.input)), n.add(Mt(to(!0))), r.errors && n.add(Mt(r.errors)), Xs(n, r.binary, r.unsafe?.allowUnsafeCustomBinary), n.add(Fs(r.allowEnvironment ?? [], r.unsafe?.allowAbbreviatedOptions)), new f(r, n);
};

// src/workspace/git/git.ts
const TRACE = {
	GIT_TRACE_CURL: "2",
	GIT_TRACE_CURL_NO_DATA: "1",
	GIT_TRACE_REDACT: "1"
};
const TRACE_LINE = /^\d\d:\d\d:\d\d\.\d+ \S+:\d+ .*\n?/gm;
const LIMIT_HEADER = /<= Recv header: ((?:retry-after|x-ratelimit-remaining): .*)/gi;
const MAX_OUTPUT_BYTES = 4e8;
function fetchOf(depth) {
	const options = [
		"--no-tags",
		"--no-write-fetch-head",
		"--no-recurse-submodules",
		"--verbose"
	];
	return [
		"fetch",
		...depth === void 0 ? [] : [`--depth=${depth}`],
		...options
	];
}
function createGit(options) {
	const { cwd, path, env = {}, maxOutputBytes = MAX_OUTPUT_BYTES, onSaid } = options;
	const variables = {
		PATH: path,
		...FIXED_ENV,
		...env
	};
	const allowEnvironment = Object.keys({
		...variables,
		...TRACE
	}).filter((name) => name.startsWith("GIT_"));
	const unsafe = {
		allowUnsafeConfigPaths: true,
		allowUnsafeConfigEnvCount: true,
		allowUnsafeHooksPath: true,
		allowUnsafeFsMonitor: true,
		allowUnsafeCredentialHelper: true
	};
	return async ({ args, input, signal, showsLimits = false }) => {
		const chunks = [];
		const said = [];
		let bytes = 0;
		const tooMuch = new AbortController();
		const collect = (chunk) => {
			bytes += chunk.length;
			if (bytes > maxOutputBytes) tooMuch.abort();
			else chunks.push(chunk);
		};
		const abort = signal === void 0 ? tooMuch.signal : AbortSignal.any([signal, tooMuch.signal]);
		const git = wo({
			baseDir: cwd,
			allowEnvironment,
			unsafe,
			...input === void 0 ? {} : { input: () => input },
			abort,
			completion: {
				onClose: true,
				onExit: false
			}
		}).env(showsLimits ? {
			...variables,
			...TRACE
		} : variables).outputHandler((_command, stdout, stderr) => {
			if (onSaid !== void 0) stderr.on("data", (chunk) => said.push(chunk));
			stdout.on("data", collect);
			exits.follow(stdout);
		});
		const exits = watchForExit();
		try {
			await git.raw([...args]);
			const signal = exits.signal();
			if (signal !== null) throw new Error(`it was ended by ${signal}.`);
			if (said.length > 0) onSaid?.(Buffer.concat(said).toString("utf8"));
			return Buffer.concat(chunks);
		} catch (error) {
			if (tooMuch.signal.aborted) throw gitFailed(args, `it writes more than ${maxOutputBytes / 1e6} MB.`);
			throw gitFailed(args, error);
		} finally {
			exits.stop();
		}
	};
}
function gitFailed(args, cause) {
	const text = cause instanceof Error ? cause.message : String(cause);
	const limits = Array.from(text.matchAll(LIMIT_HEADER), ([, header = ""]) => header.trim());
	const said = [text.replaceAll(TRACE_LINE, "").trim(), ...new Set(limits)].join("\n");
	return /\bENOENT\b/.test(said) ? gitError("git was not found.", "Install git, or add its folder to PATH.", cause) : gitError(`git ${args[0] ?? ""} failed: ${said}`, void 0, cause);
}
const GRACE_MS = 50;
function watchForExit() {
	const started = [];
	let child;
	const note = (message) => void started.push(message.process);
	subscribe("child_process", note);
	return {
		follow: (stdout) => {
			const found = started.find((candidate) => candidate.stdout === stdout);
			found?.once("exit", () => closeWhenRead(found));
			child = found;
		},
		signal: () => child?.signalCode ?? null,
		stop: () => void unsubscribe("child_process", note)
	};
}
function closeWhenRead(child) {
	const read = () => bytesRead(child.stdout) + bytesRead(child.stderr);
	let timer = setTimeout(function check() {
		const before = read();
		setImmediate(() => {
			if (child.stdout?.closed === true && child.stderr?.closed !== false) return;
			if (read() !== before) return void (timer = setTimeout(check, GRACE_MS));
			child.stdout?.destroy();
			child.stderr?.destroy();
		});
	}, GRACE_MS);
	child.once("close", () => clearTimeout(timer));
}
const bytesRead = (stream) => stream instanceof Socket ? stream.bytesRead : 0;

// src/workspace/git/prepare-merge.ts
const DEPTHS = [
	50,
	500,
	5e3
];
const WHO = {
	name: "kimi-runner",
	email: "kimi-runner@users.noreply.github.com",
	atSeconds: 946684800
};
async function prepareMerge(request) {
	const { head, base } = request;
	const git = request.git({});
	if (!await deepened({
		...request,
		git
	})) return {
		kind: "failed",
		reason: unrelated(request.gitDir)
	};
	try {
		const [tree = "", ...names] = (await git({ args: [
			"merge-tree",
			"--write-tree",
			"-z",
			"--name-only",
			"--no-messages",
			head,
			base
		] })).toString("utf8").split("\0");
		const conflicts = [...new Set(names.filter((name) => name !== ""))];
		if (conflicts.length === 0) return { kind: "clean" };
		return {
			kind: "prepared",
			commit: (await request.git(authorEnvironment(WHO))({
				args: [
					"commit-tree",
					"--no-gpg-sign",
					tree,
					"-p",
					head,
					"-p",
					base
				],
				input: Buffer.from(`Merge ${base} into ${head}, with the conflicts marked\n`)
			})).toString("utf8").trim(),
			conflicts
		};
	} catch (error) {
		return {
			kind: "failed",
			reason: `git could not merge the two: ${describeError(error)}`
		};
	}
}
const HISTORY_MS = 2e4;
const MAX_ENDS = 4;
async function fetchHistory(request) {
	const ends = (fileText(join(request.gitDir, "shallow")) ?? "").split("\n").filter((line) => line !== "");
	const signal = AbortSignal.timeout(HISTORY_MS);
	const server = async (call) => await request.server({
		...call,
		signal
	});
	if (!await deepened({
		...request,
		server
	}, ends.slice(0, MAX_ENDS).map(objectId)).catch(() => false)) await deepened({
		...request,
		server
	}).catch(() => false);
}
async function deepened({ server, git, gitDir, url, head, base }, more = []) {
	const others = [.../* @__PURE__ */ new Set([base, ...more])].filter((commit) => commit !== head);
	const hasCommon = async () => {
		for (const other of others) if ((await git({ args: [
			"merge-base",
			head,
			other
		] }).catch(() => Buffer.alloc(0))).length === 0) return false;
		return true;
	};
	for (const depth of DEPTHS) {
		if (await hasCommon()) return true;
		if (!existsSync(join(gitDir, "shallow"))) return false;
		await server({ args: [
			...fetchOf(depth),
			"--",
			url,
			head,
			...others
		] });
	}
	return await hasCommon();
}
function unrelated(gitDir) {
	return existsSync(join(gitDir, "shallow")) ? `head and base have no commit in common within ${grouped(DEPTHS.at(-1) ?? 0)} commits.` : "the histories of head and base have no commit in common.";
}

// src/workspace/git/tree-attributes.ts
async function attributeFiles(read, trees, paths) {
	const names = [".gitattributes", ...[...new Set(paths.flatMap(foldersAbove))].map((folder) => `${folder}/.gitattributes`)].filter((name) => !name.includes("\n") && !isGitsOwn(name));
	const unique = [...new Set(trees)].map(objectId);
	const objects = await read(unique.flatMap((tree) => [`${tree}^{tree}`, ...names.map((name) => `${tree}:${name}`)]));
	const sets = /* @__PURE__ */ new Map();
	for (const [at, tree] of unique.entries()) {
		const [root, ...found] = objects.slice(at * (names.length + 1), (at + 1) * (names.length + 1));
		if (root === void 0) throw gitError(`The tree of ${tree} is missing.`);
		const files = found.flatMap((file, index) => file?.type === "blob" ? [{
			...file,
			name: names[index] ?? ""
		}] : []);
		const entries = files.map(({ id, name }) => [id, name]);
		sets.set(entries.join("\n"), {
			entries,
			contents: files.map(({ content }) => content)
		});
	}
	return [...sets.values()];
}
async function attributesBy(asked) {
	const { gitDir, path, entries, paths, names, envs = [{}] } = asked;
	const scratch = mkdtempSync(join(gitDir, "attributes-"));
	const gitWith = (env) => createGit({
		cwd: gitDir,
		path,
		env: {
			GIT_DIR: gitDir,
			...env,
			GIT_INDEX_FILE: join(scratch, "index")
		}
	});
	const found = [];
	try {
		if (entries.length > 0) {
			const lines = entries.map(([oid, name]) => `100644 ${oid}\t${name}\0`);
			await gitWith(configEnvironment([["core.splitIndex", "false"]]))({
				args: [
					"update-index",
					"-z",
					"--add",
					"--verbose",
					"--index-info"
				],
				input: lines.join("")
			});
		}
		const input = paths.map((one) => `${one}\0`).join("");
		for (const env of envs) {
			const fields = (await gitWith(env)({
				args: [
					"check-attr",
					"-z",
					"--cached",
					"--stdin",
					...names
				],
				input
			})).toString("utf8").split("\0");
			for (let at = 0; at + 2 < fields.length; at += 3) {
				const [file = "", name = "", value = ""] = fields.slice(at, at + 3);
				found.push({
					path: file,
					name,
					value
				});
			}
		}
	} finally {
		rmSync(scratch, {
			recursive: true,
			force: true
		});
	}
	return found;
}

// src/workspace/git/user-attributes.ts
const DIR = "user-attributes";
const REPOSITORY = "info/attributes";
const MACHINE = "machine-attributes";
const MAX_BYTES = 1e7;
function keepUserAttributes({ gitDir, repository, env, path }) {
	const textOf = (file) => givenText(file, MAX_BYTES) ?? "";
	const own = textOf(join(repository.gitDir, REPOSITORY));
	const machine = (env === void 0 ? [] : ["/etc/gitattributes", namedFile({
		repository,
		env,
		path
	})]).map(textOf).join("\n");
	if (`${own}${machine}`.trim() === "") return;
	const dir = join(gitDir, DIR);
	for (const folder of ["info", "refs"]) mkdirSync(join(dir, folder), { recursive: true });
	writeFileSync(join(dir, "HEAD"), "ref: refs/heads/none\n");
	copyFileSync(join(gitDir, "config"), join(dir, "config"));
	writeFileSync(join(dir, REPOSITORY), own);
	writeFileSync(join(dir, MACHINE), machine);
}
function namedFile({ repository, env = {}, path }) {
	const passedOn = Object.entries(env).filter(([name]) => /^(?:HOME|XDG_CONFIG_HOME|GIT_CONFIG_.*)$/.test(name));
	const { stdout } = spawnSync("git", [
		"config",
		"--type=path",
		"core.attributesFile"
	], {
		cwd: repository.root,
		env: {
			...Object.fromEntries(passedOn),
			PATH: path,
			GIT_DIR: repository.worktreeDir
		},
		encoding: "utf8",
		timeout: 1e4
	});
	const named = stdout?.trimEnd() ?? "";
	const folder = env["XDG_CONFIG_HOME"] || join(env["HOME"] ?? "/dev/null/none", ".config");
	return named === "" ? join(folder, "git/attributes") : resolve(repository.root, named);
}
function userAttributesIn(gitDir) {
	const dir = join(gitDir, DIR);
	if (!existsSync(dir)) return void 0;
	return {
		text: [REPOSITORY, MACHINE].map((name) => join(dir, name)).map((file) => givenText(file, 2 * MAX_BYTES) ?? "").join("\n"),
		env: {
			GIT_DIR: dir,
			GIT_OBJECT_DIRECTORY: join(gitDir, "objects"),
			...configEnvironment([["core.attributesFile", join(dir, MACHINE)]])
		}
	};
}

// src/workspace/git/filters.ts
const LFS = "lfs";
function withoutAsIs(filters, asIs) {
	const kept = [...filters].map(([path, names]) => [path, names.filter((name) => !asIs.has(name))]);
	return new Map(kept.filter(([, names]) => names.length > 0));
}
const MAX_POINTER_BYTES = 1024;
const POINTER = "version https://git-lfs.github.com/spec/";
const NO_FILTER = /* @__PURE__ */ new Set([
	"unspecified",
	"unset",
	"set"
]);
function createFilters({ gitDir, path, read }) {
	const git = createGit({
		cwd: gitDir,
		path,
		env: { GIT_DIR: gitDir }
	});
	const filtersOf = async (trees, paths) => {
		if (paths.length === 0) return /* @__PURE__ */ new Map();
		const sets = await attributeFiles(read, trees, paths);
		const user = userAttributesIn(gitDir);
		if (![...sets.flatMap(({ contents }) => contents), user?.text ?? ""].some((text) => text.includes("filter"))) return /* @__PURE__ */ new Map();
		const envs = user === void 0 ? [{}] : [{}, user.env];
		const found = /* @__PURE__ */ new Map();
		for (const { entries } of sets) {
			const attributes = await attributesBy({
				gitDir,
				path,
				entries,
				paths,
				names: ["filter"],
				envs
			});
			for (const { path: name, value } of attributes) if (!NO_FILTER.has(value)) found.set(name, (found.get(name) ?? /* @__PURE__ */ new Set()).add(value));
		}
		return new Map([...found].map(([name, filters]) => [name, [...filters].toSorted()]));
	};
	const filteredFiles = async ({ trees, files, before = [] }) => {
		const contents = files.filter(({ mode, oid }) => mode?.startsWith("100") === true && oid !== void 0);
		const earlier = Map.groupBy(before, ({ oid }) => oid);
		const placesOf = ({ path: name, oid }) => [name, ...(earlier.get(oid) ?? []).map(({ path }) => path)];
		const filters = await filtersOf(trees, [...new Set(contents.flatMap(placesOf))]);
		const found = contents.flatMap((file) => {
			const names = new Set(placesOf(file).flatMap((place) => filters.get(place) ?? []));
			return names.size === 0 ? [] : [{
				name: file.path,
				oid: file.oid ?? "",
				names: [...names].toSorted()
			}];
		});
		const ofLfs = found.filter(({ names }) => names.includes("lfs"));
		const pointers = await pointersAmong({
			git,
			read
		}, new Set(ofLfs.map(({ oid }) => oid)));
		const needed = found.map(({ name, oid, names }) => {
			return [name, pointers.has(oid) ? names.filter((one) => one !== "lfs") : names];
		});
		return new Map(needed.filter(([, names]) => names.length > 0));
	};
	return {
		filtersOf,
		filteredFiles
	};
}
async function pointersAmong({ git, read }, oids) {
	if (oids.size === 0) return /* @__PURE__ */ new Set();
	const sizes = await git({
		args: ["cat-file", "--batch-check"],
		input: [...oids].map((oid) => `${objectId(oid)}\n`).join("")
	});
	const small = Array.from(sizes.toString("utf8").matchAll(/^([0-9a-f]+) blob (\d+)$/gm)).flatMap(([, oid = "", size]) => Number(size) <= MAX_POINTER_BYTES ? [oid] : []);
	if (small.length === 0) return /* @__PURE__ */ new Set();
	const pointers = (await read(small)).filter((object) => object?.content.toString("latin1").startsWith(POINTER) === true);
	return new Set(pointers.map((object) => object?.id ?? ""));
}

// src/workspace/git/patch-headers.ts
const HEADER = "diff --git ";
const UNREADABLE = /(^|\n)diff --git (a\/(.* \/.*)) (b\/\3)(?=\n)/g;
function quotedHeaders(patch) {
	const pieces = [];
	const quoter = createHeaderQuoter((bytes) => pieces.push(bytes));
	quoter.add(patch);
	quoter.end();
	return Buffer.concat(pieces);
}
function createHeaderQuoter(write) {
	let held = "";
	let isInLine = false;
	const pass = (text) => {
		if (text === "") return;
		const quoted = text.replace(UNREADABLE, (whole, before, a, _name, b, at) => before === "" && (at > 0 || isInLine) ? whole : `${before}${HEADER}"${a}" "${b}"`);
		write(Buffer.from(quoted, "latin1"));
	};
	return {
		add: (piece) => {
			const text = held + piece.toString("latin1");
			const begin = text.lastIndexOf("\n") + 1;
			const line = text.slice(begin);
			const mayBeHeader = (begin > 0 || !isInLine) && (line.startsWith(HEADER) || HEADER.startsWith(line));
			held = mayBeHeader ? line : "";
			pass(mayBeHeader ? text.slice(0, begin) : text);
			isInLine = !mayBeHeader && text !== "";
		},
		end: () => pass(held)
	};
}
function diffsByPath(patch) {
	const diffs = /* @__PURE__ */ new Map();
	for (const diff of patch === "" ? [] : diffsIn(patch)) {
		const path = pathIn$1(diff.slice(11, diff.indexOf("\n")));
		diffs.set(path, (diffs.get(path) ?? "") + diff);
	}
	return diffs;
}
function pathIn$1(names) {
	const name = names.slice(Math.floor(names.length / 2) + 1);
	return (name.startsWith("\"") ? unquoted(name) : name).slice(2);
}

// src/workspace/compose.ts
const MAX_SHOWN_BYTES = 2e6;
const INDEX$1 = "compose-index";
const PATCH = [
	"-r",
	"-p",
	"--binary",
	"--full-index",
	"--no-ext-diff",
	"--no-textconv",
	"--no-renames",
	"--no-color"
];
function createComposeGit({ gitDir, path, read }) {
	const index = join(gitDir, INDEX$1);
	const oneFile = configEnvironment([["core.splitIndex", "false"]]);
	const git = createGit({
		cwd: gitDir,
		path,
		env: {
			GIT_DIR: gitDir,
			GIT_INDEX_FILE: index,
			...oneFile
		}
	});
	const inTurn = createInTurn();
	const composed = async (tree, change) => await inTurn(async () => {
		try {
			await git({ args: ["read-tree", objectId(tree)] });
			await change();
			return (await git({ args: ["write-tree", "--missing-ok"] })).toString("utf8").trim();
		} finally {
			rmSync(index, { force: true });
		}
	});
	return {
		...createFilters({
			gitDir,
			path,
			read
		}),
		async moves(from, to) {
			const fields = (await git({ args: [
				...[
					"diff-tree",
					"-r",
					"-z",
					"-M",
					"--no-rename-empty",
					"--diff-filter=R",
					"--name-status"
				],
				objectId(from),
				objectId(to)
			] })).toString("utf8").split("\0");
			const count = Math.floor(fields.length / 3);
			return Array.from({ length: count }, (_, at) => [fields[at * 3 + 1] ?? "", fields[at * 3 + 2] ?? ""]);
		},
		treeWith: async (tree, edits) => {
			if (edits.length === 0) return tree;
			return await composed(tree, async () => {
				const lines = edits.toSorted((a, b) => Number(a.oid !== void 0) - Number(b.oid !== void 0)).map(({ path: name, mode = "0", oid = "0".repeat(tree.length) }) => `${mode} ${oid}\t${name}\0`);
				await git({
					args: [
						"update-index",
						"-z",
						"--add",
						"--replace",
						"--verbose",
						"--index-info"
					],
					input: Buffer.from(lines.join(""))
				});
			});
		},
		async mergeText(versions) {
			const dir = mkdtempSync(join(gitDir, "merge-"));
			try {
				const [ours = "", base = "", theirs = ""] = [
					"ours",
					"base",
					"theirs"
				].map((name) => {
					writeFileSync(join(dir, name), versions[name]);
					return join(dir, name);
				});
				const merged = await git({ args: [
					"merge-file",
					"-p",
					"-q",
					ours,
					base,
					theirs
				] });
				return merged.includes(`<<<<<<< ${ours}\n`) ? void 0 : merged;
			} catch (error) {
				if (error instanceof RunnerError && error.code === "git.failed") return void 0;
				throw error;
			} finally {
				rmSync(dir, {
					recursive: true,
					force: true
				});
			}
		},
		writeBlob: async (content) => (await git({
			args: [
				"hash-object",
				"-w",
				"--no-filters",
				"--stdin"
			],
			input: content
		})).toString("utf8").trim(),
		async textFiles(tree, paths) {
			const [files] = await attributeFiles(read, [tree], paths);
			const { entries = [] } = files ?? {};
			const found = await attributesBy({
				gitDir,
				path,
				entries,
				paths,
				names: ["text", "eol"]
			});
			const attributes = Map.groupBy(found, ({ path: name }) => name);
			return new Set(paths.filter((name) => isText((attributes.get(name) ?? []).map(({ name, value }) => `${name}=${value}`))));
		},
		async patch(from, to) {
			return await createGit({
				cwd: gitDir,
				path,
				env: { GIT_DIR: gitDir },
				maxOutputBytes: MAX_SHOWN_BYTES
			})({ args: [
				"diff-tree",
				...PATCH,
				objectId(from),
				objectId(to)
			] }).then((bytes) => quotedHeaders(bytes).toString("utf8")).catch(() => void 0);
		},
		async onto({ from, to, tree }) {
			if (tree === from) return to;
			const patch = quotedHeaders(await git({ args: [
				"diff-tree",
				...PATCH,
				objectId(from),
				objectId(to)
			] }));
			if (patch.length === 0) return tree;
			try {
				const apply = [
					"apply",
					"--cached",
					"--whitespace=nowarn",
					"--verbose",
					"-"
				];
				return await composed(tree, async () => await git({
					args: apply,
					input: patch
				}));
			} catch (error) {
				if (error instanceof RunnerError && /does not apply|already exists|does not exist|does not match|cannot apply/.test(error.message)) return void 0;
				throw error;
			}
		}
	};
}
function isText(attributes) {
	if (attributes.some((one) => /^text=(?:set|auto|input)$/.test(one))) return true;
	return attributes.includes("text=unspecified") && attributes.some((one) => /^eol=(?:lf|crlf)$/.test(one));
}

// src/workspace/push-refs.ts
const MAX_SAID = 4e3;
const LOOKS_AFTER_MS = [0, 500];
const RACED = /lock|already exists|incorrect old value|failed to (?:update|delete)|atomic|transaction|commit_refs/i;
async function pushRefs(request) {
	const { updates, isOptional = false, clock, look } = request;
	const all = new Set(updates.map(({ ref }) => ref));
	let done = /* @__PURE__ */ new Set();
	for (let attempt = 1;; attempt += 1) {
		const open = updates.filter(({ ref }) => !done.has(ref));
		const result = await pushOnce({
			...request,
			updates: open
		}, attempt > 1);
		done = /* @__PURE__ */ new Set([...done, ...result.done]);
		if (result.kind === "moved" && attempt > 1 && await isCarriedOut(open, look)) return {
			kind: "updated",
			done: all
		};
		if (result.kind !== "refused") return {
			...result,
			done
		};
		const waitMs = isOptional ? void 0 : waitBeforeNext(result.said, attempt);
		if (waitMs === void 0) return {
			...result,
			done
		};
		await clock.sleep(waitMs);
		if (await isCarriedOut(open.filter(({ ref }) => !done.has(ref)), look)) return {
			kind: "updated",
			done: all
		};
	}
}
async function pushOnce(request, showsLimits) {
	const { git, url, updates, isAtomic, isRepeatable = false, look, clock } = request;
	const leases = updates.map(({ ref, commit, expected }) => {
		if (commit === null && expected === null) throw gitError(`A reference that must not exist cannot be deleted: ${ref}.`);
		return `--force-with-lease=${ref}:${expected === null ? "" : objectId(expected)}`;
	});
	const specs = updates.map(({ ref, commit }) => `${commit === null ? "" : objectId(commit)}:${ref}`);
	const args = [
		"push",
		"--porcelain",
		"--no-verify",
		...isAtomic ? ["--atomic"] : [],
		...leases,
		"--",
		url,
		...specs
	];
	const said = await asyncEffect("refs.push", () => attempt(git, {
		args,
		showsLimits
	}));
	const lines = parseLines(said);
	const isDone = ({ ref, commit, expected }) => {
		const flag = lines.get(ref)?.flag ?? "!";
		return flag === "=" ? isRepeatable || commit === expected : flag !== "!";
	};
	const done = new Set(updates.filter(isDone).map(({ ref }) => ref));
	const open = updates.filter(({ ref }) => !done.has(ref));
	if (open.length === 0) return {
		kind: "updated",
		done
	};
	const summary = ({ ref }) => lines.get(ref)?.summary ?? "";
	const moved = open.find((update) => summary(update).includes("(stale info)") || lines.get(update.ref)?.flag === "=")?.ref ?? open.find(({ ref }) => said.includes(`unable to delete '${ref}': remote ref does not exist`))?.ref;
	if (moved !== void 0) return {
		kind: "moved",
		ref: moved,
		said: said.slice(0, MAX_SAID),
		done
	};
	if ((open.every((update) => !lines.has(update.ref) || summary(update).startsWith("[remote failure]")) || isRepeatable) && await isCarriedOut(open, look)) return {
		kind: "updated",
		done: new Set(updates.map(({ ref }) => ref))
	};
	const lost = open.every((update) => RACED.test(summary(update))) ? await findMoved(open, {
		look,
		clock
	}) : void 0;
	if (lost !== void 0) return {
		kind: "moved",
		ref: lost,
		said: said.slice(0, MAX_SAID),
		done
	};
	return {
		kind: "refused",
		said: said.slice(0, MAX_SAID),
		done
	};
}
async function attempt(git, call) {
	try {
		return (await git(call)).toString("utf8");
	} catch (error) {
		if (error instanceof RunnerError) return error.message;
		throw error;
	}
}
function parseLines(said) {
	const lines = said.matchAll(/^([ +*=!-])\t[^\t\n:]*:([^\t\n]+)\t(.*)$/gm);
	return new Map(Array.from(lines, ([, flag = "!", ref = "", summary = ""]) => [ref, {
		flag,
		summary
	}]));
}
async function isCarriedOut(open, look) {
	const held = await heldNow(open, look);
	return held !== void 0 && open.every(({ ref, commit }) => (held.get(ref) ?? null) === commit);
}
async function heldNow(open, look) {
	const now = await look(open.map(({ ref }) => ref)).catch(() => void 0);
	return now && new Map(now.map(({ ref, commit }) => [ref, commit]));
}
async function findMoved(open, { look, clock }) {
	for (const waitMs of LOOKS_AFTER_MS) {
		await clock.sleep(waitMs);
		const held = await heldNow(open, look);
		if (held === void 0) return void 0;
		const moved = open.find(({ ref, expected }) => (held.get(ref) ?? null) !== expected);
		if (moved !== void 0) return moved.ref;
	}
}

// src/workspace/push.ts
const MAX_KNOWN = 8;
function createPublishGit({ gitDir, path, clock }) {
	const run = (env) => createGit({
		cwd: gitDir,
		path,
		env: {
			...env,
			GIT_DIR: gitDir
		}
	});
	const git = run({ GIT_LITERAL_PATHSPECS: "1" });
	const reader = readerOf(gitDir, path);
	const word = async (...args) => (await git({ args })).toString("utf8").trim();
	const known = /* @__PURE__ */ new Map();
	const readBlobs = async (oids, take) => await reader.each([...new Set(oids.map(objectId))], (object) => take(requireBlob(object)));
	return {
		read: reader.read,
		...createComposeGit({
			gitDir,
			path,
			read: reader.read
		}),
		treeOf: async (commit) => {
			const [tree] = await reader.read([`${objectId(commit)}^{tree}`]);
			if (tree !== void 0) return tree.id;
			throw gitError(`There is no commit ${commit} with its tree.`);
		},
		subjects: async (commit) => (await word("log", "-z", "--no-show-signature", "-n", "30", "--format=%s", objectId(commit))).split("\0"),
		async filesWith(tree, beginnings) {
			const args = [
				"grep",
				"-z",
				"--name-only",
				"--full-name",
				"--text",
				"-G",
				...beginnings.flatMap((words) => ["-e", `^${words}`]),
				objectId(tree),
				"--"
			];
			return (await git({ args })).toString("utf8").split("\0").filter((name) => name !== "").map((name) => name.slice(tree.length + 1));
		},
		async filesIn(commit, folders) {
			const files = (await word("ls-tree", "-z", "--full-tree", objectId(commit), "--", ...folders)).matchAll(/(?:^|\0)100(?:644|755) blob ([0-9a-f]+)\t([^\0]+)/g);
			return new Map(Array.from(files, ([, oid = "", path = ""]) => [path, oid]));
		},
		async edits(from, to) {
			if (from === to) return [];
			const range = [objectId(from), objectId(to)];
			const args = [
				"diff-tree",
				"-r",
				"-z",
				"--raw",
				"--no-abbrev",
				"--no-renames",
				...range
			];
			const key = range.join(" ");
			const edits = known.get(key) ?? git({ args }).then((said) => parseRaw(said).entries);
			known.delete(key);
			known.set(key, edits);
			if (known.size > MAX_KNOWN) known.delete(known.keys().next().value ?? "");
			edits.catch(() => known.delete(key));
			return await edits;
		},
		async contentChanges(from, to) {
			if (from === to) return [];
			const { entries, rest } = parseRaw(await git({ args: [
				...[
					"diff-tree",
					"-r",
					"-z",
					"--raw",
					"--numstat",
					"--no-renames",
					"--ignore-cr-at-eol"
				],
				objectId(from),
				objectId(to)
			] }));
			const counted = new Set(parseCounts(rest).map(({ path }) => path));
			return entries.flatMap(({ path, mode, oldMode }) => counted.has(path) || mode !== oldMode ? [path] : []);
		},
		async blobs(oids) {
			const found = /* @__PURE__ */ new Map();
			await readBlobs(oids, ({ id, content }) => found.set(id, content));
			return found;
		},
		readBlobs,
		async commit({ tree, parents, message, identity, atSeconds }) {
			const commitGit = run(authorEnvironment({
				...identity,
				atSeconds
			}));
			const ancestors = parents.flatMap((parent) => ["-p", objectId(parent)]);
			const args = [
				"commit-tree",
				"--no-gpg-sign",
				objectId(tree),
				...ancestors
			];
			const input = Buffer.from(message);
			return (await asyncEffect("git.commit", () => commitGit({
				args,
				input
			}))).toString("utf8").trim();
		},
		async fetch(remote, commit) {
			await retryingGit(run(remoteEnvironment(remote)), clock)({ args: [
				...fetchOf(1),
				"--",
				remote.url,
				objectId(commit)
			] });
		},
		async push({ remote, commit, branch, expected }) {
			const git = run(remoteEnvironment(remote));
			const { url } = remote;
			const request = {
				git,
				url,
				updates: [{
					ref: `refs/heads/${branch}`,
					commit,
					expected
				}],
				isAtomic: false,
				isRepeatable: true,
				look: async (refs) => await listRefs(git, url, refs),
				clock
			};
			const result = await asyncEffect("git.push", () => pushRefs(request));
			if (result.kind === "updated") return { kind: "pushed" };
			return {
				kind: "failed",
				said: result.said
			};
		}
	};
}
async function listRefs(git, url, patterns) {
	const lines = (await git({ args: [
		"ls-remote",
		"--",
		url,
		"HEAD",
		...patterns
	] })).toString("utf8").matchAll(/^([0-9a-f]+)\t(HEAD|refs\/[^^\n]+)$/gm);
	return Array.from(lines, ([, commit = "", ref = ""]) => ({
		commit,
		ref
	}));
}
async function listBranches({ remote, path, clock }) {
	const env = {
		...remoteEnvironment(remote),
		GIT_DIR: NOWHERE
	};
	const refs = await listRefs(retryingGit(createGit({
		cwd: "/",
		path,
		env
	}), clock), remote.url, ["refs/heads/*"]);
	const prefix = "refs/heads/";
	return new Map(refs.flatMap(({ ref, commit }) => ref.startsWith(prefix) ? [[ref.slice(11), commit]] : []));
}
function remoteEnvironment({ url, token, env }, more = []) {
	const { protocol, origin } = new URL(url);
	if (protocol !== "https:" && protocol !== "http:") throw gitError(`Not a server to push to: ${origin}.`, "Use an https URL.");
	const credentials = Buffer.from(`x-access-token:${token}`).toString("base64");
	return {
		...env,
		GIT_ALLOW_PROTOCOL: protocol.slice(0, -1),
		...configEnvironment([
			[`http.${origin}/.extraheader`, ""],
			[`http.${origin}/.extraheader`, `AUTHORIZATION: basic ${credentials}`],
			["credential.helper", ""],
			["push.recurseSubmodules", "no"],
			["push.gpgSign", "false"],
			["push.followTags", "false"],
			["http.lowSpeedLimit", "1"],
			["http.lowSpeedTime", "60"],
			...more
		])
	};
}

// src/workspace/trusted-directory.ts
const CREDENTIALS = "gha-creds-*.json";
const ATTRIBUTES = "info/attributes";
const SHOW_ALL = "* !diff\n";
function makeTrustedDirectory(repository, scratchDir, { moreObjects, files = "chosen" } = {}) {
	const dir = join(scratchDir, "trusted-git");
	for (const folder of [
		"info",
		"objects/info",
		"objects/pack",
		"refs"
	]) mkdirSync(join(dir, folder), { recursive: true });
	writeFileSync(join(dir, "HEAD"), `${repository.headCommit}\n`);
	writeFileSync(join(dir, "config"), configOf(repository, files));
	writeFileSync(join(dir, "objects/info/alternates"), quotedLines([repository.objectsDir, ...moreObjects === void 0 ? [] : [moreObjects]]));
	copyIfThere(join(repository.gitDir, "shallow"), join(dir, "shallow"));
	if (files === "chosen") copyIfThere(join(repository.worktreeDir, SPARSE), join(dir, SPARSE));
	const exclude = join(repository.gitDir, "info/exclude");
	const excluded = existsSync(exclude) ? readFileSync(exclude, "latin1") : "";
	writeFileSync(join(dir, ATTRIBUTES), SHOW_ALL);
	writeFileSync(join(dir, "info/exclude"), `${excluded}\n${CREDENTIALS}\n`, "latin1");
	for (const name of readdirSync(repository.worktreeDir).filter((entry) => entry.startsWith("sharedindex."))) copyIfThere(join(repository.worktreeDir, name), join(dir, name));
	copyIndex(join(repository.worktreeDir, "index"), join(dir, "index"));
	return dir;
}
function copyIndex(from, to) {
	if (!existsSync(from)) return;
	copyFileSync(from, to, constants.COPYFILE_FICLONE);
	const { mtimeMs } = statSync(from);
	const seconds = Math.floor(mtimeMs) / 1e3;
	utimesSync(to, seconds, seconds);
}
function copyIfThere(from, to) {
	if (existsSync(from)) copyFileSync(from, to, constants.COPYFILE_FICLONE);
}
const COPIED_SETTINGS = ["filemode", "symlinks"];
const SPARSE_SETTINGS = ["sparsecheckout", "sparsecheckoutcone"];
const SPARSE = "info/sparse-checkout";
function configOf({ gitDir, worktreeDir, headCommit }, files) {
	const text = [join(worktreeDir, "config.worktree"), join(gitDir, "config")].map((file) => fileText(file) ?? "").join("\n");
	const copied = [...COPIED_SETTINGS, ...files === "chosen" ? SPARSE_SETTINGS : []].flatMap((name) => {
		const value = new RegExp(`^[ \\t]*${name}[ \\t]*=[ \\t]*(true|false)[ \\t]*$`, "im").exec(text)?.[1];
		return value === void 0 ? [] : [`${name} = ${value}`];
	});
	const isSha256 = headCommit.length === 64;
	return `${[
		"[core]",
		`repositoryformatversion = ${isSha256 ? 1 : 0}`,
		"bare = false",
		...copied,
		...files === "all" ? ["sparseCheckout = true"] : [],
		"hooksPath = /dev/null",
		"fsmonitor = false",
		"trustctime = true",
		"checkStat = default",
		"untrackedCache = true",
		"fsync = none",
		"splitIndex = true",
		"autocrlf = false",
		"safecrlf = false",
		"attributesFile = /dev/null",
		"excludesFile = /dev/null",
		"logAllRefUpdates = false",
		...isSha256 ? ["[extensions]", "objectformat = sha256"] : [],
		"[status]",
		"showUntrackedFiles = all",
		"[submodule]",
		"recurse = false",
		"[protocol]",
		"allow = never",
		"[gc]",
		"auto = 0",
		"[maintenance]",
		"auto = false"
	].join("\n")}\n`;
}

// src/workspace/check-out.ts
const CONFIG$3 = [
	TRUST_OWNER,
	["diff.ignoreSubmodules", "all"],
	["core.splitIndex", "false"],
	["core.untrackedCache", "keep"]
];
const promisor = (url) => [["remote.kimi-runner.url", url], ["remote.kimi-runner.promisor", "true"]];
async function checkOut(request) {
	const { checkout, remote, head, base, merge = false, isForced = false, isKept = false, pathVar } = request;
	const { clock, signal, compare } = request;
	const isCut = request.withHistory === true && existsSync(join(checkout.gitDir, "shallow"));
	const path = trustedPath(pathVar, checkout.root);
	const wanted = [.../* @__PURE__ */ new Set([head, base])];
	const { stdout } = spawnSync("git", ["cat-file", "--batch-check=%(objectname)"], {
		cwd: checkout.root,
		env: {
			PATH: path,
			...FIXED_ENV,
			...configEnvironment(CONFIG$3),
			GIT_DIR: checkout.worktreeDir
		},
		encoding: "utf8",
		input: ["HEAD", ...wanted.map((commit) => `${objectId(commit)}^{commit}`)].join("\n")
	});
	const [now = "", ...there] = stdout.split("\n");
	const missing = wanted.filter((commit, at) => there[at] !== commit);
	const isPartial = namesIn(join(checkout.objectsDir, "pack")).some((name) => name.endsWith(".promisor"));
	const isWhole = !isPartial || base === now;
	const isMore = merge || isForced || isCut || compare !== void 0;
	if (missing.length === 0 && now === head && isWhole && !isMore) return void 0;
	const scratch = mkdtempSync(join(tmpdir(), "kimi-check-out-"));
	try {
		const gitDir = makeTrustedDirectory({
			...checkout,
			headCommit: objectId(now)
		}, scratch);
		const git = (env) => createGit({
			cwd: checkout.root,
			path,
			env: {
				GIT_DIR: gitDir,
				GIT_WORK_TREE: checkout.root,
				GIT_OBJECT_DIRECTORY: checkout.objectsDir,
				GIT_INDEX_FILE: join(checkout.worktreeDir, "index"),
				...env
			}
		});
		const { url } = remote;
		const asking = isPartial ? {
			...remoteEnvironment(remote, [...CONFIG$3, ...promisor(url)]),
			GIT_NO_LAZY_FETCH: "0"
		} : remoteEnvironment(remote, CONFIG$3);
		const retrying = (env) => {
			const asked = retryingGit(git({
				...asking,
				...env
			}), clock);
			return async (call) => {
				const signals = [call.signal, signal].filter((one) => one !== void 0);
				return await asked({
					...call,
					signal: signals.length === 0 ? void 0 : AbortSignal.any(signals)
				});
			};
		};
		const server = retrying({});
		if (missing.length > 0) {
			const depth = existsSync(join(gitDir, "shallow")) ? 1 : void 0;
			await server({ args: [
				...fetchOf(depth),
				"--",
				url,
				...missing.map(objectId)
			] });
		}
		for (const commit of isPartial ? wanted.filter((one) => one !== now) : []) await server({ args: [
			"diff-tree",
			"-r",
			"--numstat",
			"--no-renames",
			objectId(now),
			objectId(commit)
		] });
		const reading = isPartial ? retrying : git;
		const history = {
			server,
			gitDir,
			url,
			head: objectId(head),
			base: objectId(base)
		};
		if (isCut) await fetchHistory({
			...history,
			git: git({})
		});
		const prepared = merge ? await prepareMerge({
			...history,
			git: reading
		}) : void 0;
		if (compare !== void 0) {
			await deepened({
				...history,
				git: reading({})
			});
			await compare(reading({}));
		}
		const shallow = join(checkout.gitDir, "shallow");
		if (existsSync(join(gitDir, "shallow"))) replaceFile(join(gitDir, "shallow"), shallow);
		else rmSync(shallow, { force: true });
		const target = prepared?.kind === "prepared" ? prepared.commit : head;
		if (now === target && !isForced || isKept) return prepared;
		const options = [
			"--quiet",
			"--progress",
			...isForced ? ["--force"] : []
		];
		await git(configEnvironment(CONFIG$3))({ args: [
			"checkout",
			"--detach",
			...options,
			objectId(target)
		] });
		const file = join(gitDir, "HEAD");
		writeFileSync(file, `${target}\n`);
		replaceFile(file, join(checkout.worktreeDir, "HEAD"));
		return prepared;
	} finally {
		rmSync(scratch, {
			recursive: true,
			force: true
		});
	}
}
function replaceFile(from, to) {
	copyFileSync(from, `${to}.lock`);
	renameSync(`${to}.lock`, to);
}

// src/workspace/loose-objects.ts
const FASTEST = { level: 1 };
const compress = promisify(deflate);
function createLooseObjects(gitDir) {
	const known = /* @__PURE__ */ new Set();
	let digits;
	return { async put(type, content) {
		digits ??= readFileSync(join(gitDir, "HEAD"), "utf8").trim().length;
		const id = idOf(type, content, digits);
		const parts = [Buffer.from(`${type} ${content.length}\0`), content];
		if (!known.has(id)) await store(join(gitDir, "objects", id.slice(0, 2)), id.slice(2), parts);
		known.add(id);
		return id;
	} };
}
async function store(folder, name, parts) {
	const file = join(folder, name);
	if (existsSync(file)) return;
	try {
		const bytes = await compress(Buffer.concat(parts), FASTEST);
		await mkdir(folder, { recursive: true });
		const unfinished = join(folder, `tmp_obj_${randomUUID()}`);
		await writeFile(unfinished, bytes, {
			flag: "wx",
			mode: 292
		});
		await rename(unfinished, file);
	} catch (cause) {
		throw gitError(`An object cannot be written: ${file}: ${systemReason(cause)}.`, "Free space on that disk.", cause);
	}
}

// src/workspace/stored-commit.ts
const PART = /^[A-Za-z0-9][A-Za-z0-9._-]{0,199}$/;
const NAMESPACE = "refs/kimi/";
function storedRef(name) {
	if ((name.startsWith(NAMESPACE) ? name.slice(10).split("/") : [""]).every((part) => PART.test(part) && !/\.\.|\.lock$|\.$/.test(part))) return name;
	const hint = `Use ${NAMESPACE} and names of letters, digits, dots, dashes and underscores.`;
	throw gitError(`Not a reference of ours: ${name}.`, hint);
}
function isStoredPath(path) {
	const parts = path.split("/");
	return parts.length <= 8 && parts.every((part) => PART.test(part));
}
async function writeStoredTree(objects, { files, trees = /* @__PURE__ */ new Map() }) {
	for (const path of [...files.keys(), ...trees.keys()]) if (!isStoredPath(path)) throw unstorable(path);
	const blobs = [...files].map(async ([path, content]) => {
		const bytes = typeof content === "string" ? Buffer.from(content) : content;
		return {
			path,
			mode: "100644",
			id: await objects.put("blob", bytes)
		};
	});
	const kept = [...trees].map(([path, id]) => ({
		path,
		mode: "40000",
		id: objectId(id)
	}));
	return await writeTree(objects, [...await Promise.all(blobs), ...kept]);
}
async function writeStoredCommit(objects, { tree, parent, message, atSeconds }, { name, email }) {
	const who = `${plain(name)} <${plain(email)}> ${Math.trunc(atSeconds)} +0000`;
	const lines = [
		`tree ${tree}`,
		...parent === void 0 ? [] : [`parent ${objectId(parent)}`],
		`author ${who}`,
		`committer ${who}`,
		"",
		message.replace(/(?<!\n)\n*$/, "\n")
	];
	return await objects.put("commit", Buffer.from(lines.join("\n")));
}
async function writeTree(objects, entries) {
	const here = entries.filter(({ path }) => !path.includes("/"));
	const folders = [...Map.groupBy(entries.filter(({ path }) => path.includes("/")), ({ path }) => path.slice(0, path.indexOf("/")))].map(async ([name, inside]) => {
		return {
			path: name,
			mode: "40000",
			id: await writeTree(objects, inside.map((entry) => ({
				...entry,
				path: entry.path.slice(name.length + 1)
			})))
		};
	});
	const all = [...here, ...await Promise.all(folders)].toSorted((a, b) => orderOf(a) < orderOf(b) ? -1 : 1);
	const names = new Set(all.map(({ path }) => path));
	const twice = all.find(({ path }) => !names.delete(path));
	if (twice !== void 0) throw unstorable(twice.path);
	const bytes = all.flatMap(({ mode, path, id }) => [Buffer.from(`${mode} ${path}\0`), Buffer.from(id, "hex")]);
	return await objects.put("tree", Buffer.concat(bytes));
}
function orderOf({ path, mode }) {
	return mode === "40000" ? `${path}/` : path;
}
function plain(text) {
	return text.replaceAll(/[<>\n\0]/g, "").trim();
}
function unstorable(path) {
	return gitError(`Not a path for a stored commit: ${path}.`, "Use each name once, of letters, digits, dots, dashes and underscores.");
}

// src/workspace/read-stored.ts
const WORKSPACE = "workspace";
async function readStored(git, name, limits) {
	const list = async (...args) => parseTree(await git({ args: [
		"ls-tree",
		"-z",
		"-l",
		"--full-tree",
		...args
	] }));
	const root = await list(name);
	const workspace = root.find(({ path }) => path === WORKSPACE);
	const folders = root.filter((entry) => entry.bytes === void 0 && entry !== workspace);
	for (const { path } of folders) if (!isStoredPath(path)) throw corrupt(name, `a folder ${JSON.stringify(path)}`);
	const inside = folders.length === 0 ? [] : await list("-r", name, "--", ...folders.map(({ path }) => `${path}/`));
	const entries = [...root.filter((entry) => entry.bytes !== void 0 && entry !== workspace), ...inside];
	check(name, entries, limits);
	if (workspace !== void 0 && workspace.mode !== TREE) throw corrupt(name, `${WORKSPACE} of mode ${workspace.mode}`);
	const wanted = [name, ...entries.map(({ id }) => id)].join("\n");
	const read = await git({
		args: ["cat-file", "--batch"],
		input: Buffer.from(`${wanted}\n`)
	});
	const [commit, ...contents] = objectsIn(read);
	if (commit?.type !== "commit") throw corrupt(name, "no commit");
	const files = entries.map(({ path }, index) => {
		const object = contents[index];
		if (object?.type !== "blob") throw corrupt(name, `no content of ${path}`);
		return [path, object.content];
	});
	const [head = ""] = commit.content.toString("utf8").split("\n\n", 1);
	return {
		commit: commit.id,
		parent: /^parent ([0-9a-f]+)$/m.exec(head)?.[1],
		files: new Map(files.toSorted(([a], [b]) => a < b ? -1 : 1)),
		workspaceTree: workspace?.id
	};
}
const TREE = "040000";
const REGULAR = "100644";
function parseTree(output) {
	const entries = output.toString("utf8").matchAll(/(\d{6}) \w+ ([0-9a-f]+) +(\d+|-)\t([^\0]*)\0/g);
	return Array.from(entries, ([, mode = "", id = "", bytes = "", path = ""]) => ({
		mode,
		id,
		bytes: bytes === "-" ? void 0 : Number(bytes),
		path
	}));
}
function check(name, entries, { maxBytes, maxEntries }) {
	if (entries.length > maxEntries) throw corrupt(name, `${counted(entries.length, "file")}, of at most ${maxEntries}`);
	const bytes = entries.reduce((sum, entry) => sum + (entry.bytes ?? 0), 0);
	if (bytes > maxBytes) throw corrupt(name, `${bytes} bytes, of at most ${maxBytes}`);
	for (const { path, mode } of entries) {
		if (!isStoredPath(path)) throw corrupt(name, `a path ${JSON.stringify(path)}`);
		if (mode !== REGULAR) throw corrupt(name, `${path} of mode ${mode}`);
	}
}
function corrupt(name, what) {
	return new RunnerError({
		code: "session.corrupt",
		message: `${name} was not written by this program: it contains ${what}.`,
		hint: "Delete the reference if it is not needed."
	});
}

// src/workspace/remote-refs.ts
const LIMITS$1 = {
	maxBytes: 2e8,
	maxEntries: 5e4
};
const CONFIG$2 = [["core.alternateRefsCommand", "true"], ["pack.useSparse", "false"]];
const NEGOTIATE = ["push.negotiate", "true"];
const onceOnly = (url) => [["http.version", "HTTP/1.1"], [`http.${new URL(url).origin}/.extraheader`, "Connection: close"]];
const PARENT_RULES = /refusing to allow .* workflow|shallow update not allowed/;
function createRemoteRefs(options) {
	const { gitDir, path, remote, identity, limits = LIMITS$1, clock } = options;
	const { url } = remote;
	const run = (env) => createGit({
		cwd: gitDir,
		path,
		env: {
			...env,
			GIT_DIR: gitDir
		}
	});
	const local = run({});
	const objects = createLooseObjects(gitDir);
	const linked = /* @__PURE__ */ new Map();
	const here = /* @__PURE__ */ new Set();
	let isLinking = true;
	let head;
	const inTurn = createInTurn();
	const server = () => run(remoteEnvironment(remote, CONFIG$2));
	const listed = async (git, patterns) => {
		const refs = await listRefs(git, url, patterns);
		head = refs.find(({ ref }) => ref === "HEAD")?.commit;
		return refs.filter(({ ref }) => ref.startsWith("refs/kimi/"));
	};
	const isLinked = ({ commit }) => linked.has(commit ?? "");
	const push = async (updates, { known, ...how }) => {
		for (const { ref } of updates) storedRef(ref);
		const isKnown = (update) => here.has(update.expected ?? "") || known !== void 0 && linked.get(update.commit ?? "")?.parent === known;
		const isFirst = updates.some((update) => isLinked(update) && !isKnown(update));
		const config = [
			...CONFIG$2,
			...onceOnly(url),
			...isFirst ? [NEGOTIATE] : []
		];
		const git = run({
			...remoteEnvironment(remote, config),
			...thrifty(gitDir)
		});
		return await pushRefs({
			...how,
			git,
			url,
			updates,
			look: async (refs) => await listed(server(), refs),
			clock
		});
	};
	const written = async (fields) => {
		const commit = await writeStoredCommit(objects, fields, identity);
		if (fields.parent !== void 0) {
			here.add(commit);
			linked.set(commit, fields);
		}
		return commit;
	};
	const unlink = async (update) => {
		const made = linked.get(update.commit ?? "");
		if (made === void 0) return update;
		return {
			...update,
			commit: await written({
				...made,
				parent: void 0
			})
		};
	};
	return {
		head: () => head,
		list: async (prefix) => {
			storedRef(`${prefix}x`);
			return (await listed(retryingGit(server(), clock), [`${prefix}*`])).filter(({ ref }) => ref.startsWith(prefix)).toSorted((a, b) => a.ref < b.ref ? -1 : 1);
		},
		write: async ({ files, trees, parent, message, atSeconds }) => {
			const tree = await writeStoredTree(objects, {
				files,
				trees
			});
			return await written({
				tree,
				parent: isLinking ? parent : void 0,
				message,
				atSeconds
			});
		},
		update: async (updates, how) => {
			if (updates.length === 0) return {
				kind: "updated",
				refs: []
			};
			let asked = updates;
			let result = await push(asked, how);
			if (result.kind === "refused" && PARENT_RULES.test(result.said) && updates.some(isLinked)) {
				const { done } = result;
				isLinking = false;
				asked = await Promise.all(updates.map(async (update) => done.has(update.ref) ? update : await unlink(update)));
				result = await push(asked.filter(({ ref }) => !done.has(ref)), how);
			}
			if (result.kind === "refused") return {
				kind: "refused",
				said: result.said
			};
			if (result.kind === "moved") return {
				kind: "moved",
				ref: result.ref
			};
			return {
				kind: "updated",
				refs: asked.flatMap(({ ref, commit }) => commit === null ? [] : [{
					ref,
					commit
				}])
			};
		},
		read: async (refOrCommit) => {
			const isRef = refOrCommit.startsWith("refs/");
			const name = isRef ? storedRef(refOrCommit) : objectId(refOrCommit);
			return await inTurn(async () => {
				if (!await fetched(retryingGit(server(), clock), {
					url,
					spec: isRef ? `+${name}:${name}` : name
				})) return void 0;
				const stored = await readStored(local, name, limits);
				here.add(stored.commit);
				return stored;
			});
		}
	};
}
function thrifty(gitDir) {
	if (existsSync(join(gitDir, "shallow"))) return {};
	const cut = join(gitDir, "cut-at-head");
	if (!existsSync(cut)) copyFileSync(join(gitDir, "HEAD"), cut);
	return { GIT_SHALLOW_FILE: cut };
}
async function fetched(git, { url, spec }) {
	try {
		await git({ args: [
			...fetchOf(1),
			"--negotiation-tip=HEAD",
			"--",
			url,
			spec
		] });
		return true;
	} catch (error) {
		if (error instanceof RunnerError && error.message.includes("couldn't find remote ref")) return false;
		throw error;
	}
}

// src/workspace/git/bounded-git.ts
const BOUNDS = {
	lookAfterMs: 1e3,
	maxMs: 3e5
};
function createBoundedGit(git, root, bounds = BOUNDS) {
	return async (call) => {
		const giveUp = new AbortController();
		const done = new AbortController();
		const watched = watch(root, bounds, done.signal).then((trap) => {
			if (trap !== void 0) giveUp.abort();
			return trap;
		});
		try {
			return await git({
				...call,
				signal: giveUp.signal
			});
		} catch (error) {
			if (!giveUp.signal.aborted) throw error;
			throw stuck(call.args[0] ?? "", await watched ?? {}, bounds);
		} finally {
			done.abort();
		}
	};
}
async function watch(root, { lookAfterMs, maxMs }, done) {
	try {
		for (let waitedMs = 0; waitedMs < maxMs; waitedMs += lookAfterMs) {
			await setTimeout$1(lookAfterMs, void 0, {
				signal: done,
				ref: false
			});
			const path = await findTrap(root);
			if (path !== void 0) return { path: relative(root, path) };
		}
		return {};
	} catch (error) {
		if (done.aborted) return void 0;
		throw error;
	}
}
const READ_BY_GIT = /* @__PURE__ */ new Set([
	".gitignore",
	".gitattributes",
	".gitmodules"
]);
async function findTrap(root) {
	const folders = [{
		path: root,
		isGit: false
	}];
	for (let folder = folders.pop(); folder !== void 0; folder = folders.pop()) {
		const { path: at, isGit } = folder;
		for (const entry of await readdir(at, { withFileTypes: true }).catch(() => [])) {
			const path = join(at, entry.name);
			if (entry.isDirectory()) {
				if (at !== root || entry.name !== ".git") folders.push({
					path,
					isGit: isGit || entry.name === ".git"
				});
			} else if ((isGit || READ_BY_GIT.has(entry.name)) && await isEndless(path)) return path;
		}
	}
}
async function isEndless(path) {
	const stats = await stat(path).catch(() => void 0);
	return stats !== void 0 && (stats.isFIFO() || stats.isCharacterDevice());
}
function stuck(command, { path }, { maxMs }) {
	if (path === void 0) return gitError(`git ${command} timed out after ${maxMs / 1e3} s.`, "Keep very large files and folders out of the repository, or in .gitignore.");
	const what = `waits for a pipe or device where it expects a file: ${JSON.stringify(path)}`;
	return gitError(`git ${command} ${what}.`, "Delete it.");
}

// src/workspace/git/changed-places.ts
const MAX_ENTRIES = 2e3;
const MAX_PLACES = 50;
const TICK_MS = 100;
function createChangedPlaces(changes, { now }) {
	let last;
	let isLarge = false;
	const everywhere = {
		paths: void 0,
		done: () => void 0
	};
	return () => {
		if (isLarge) return everywhere;
		const found = readEntries(changes, now() - TICK_MS);
		if (found === void 0) {
			last = void 0;
			return everywhere;
		}
		isLarge = found.size > MAX_ENTRIES;
		const before = last;
		last = void 0;
		const done = () => void (last = found);
		return {
			paths: before && placesBetween(before, found),
			done
		};
	};
}
const YOUNG = "young";
function madeAt({ birthtimeNs, ctimeNs }) {
	return birthtimeNs > 0n ? birthtimeNs : ctimeNs;
}
function readEntries(root, young) {
	const entries = /* @__PURE__ */ new Map();
	const open = [""];
	try {
		for (let folder = open.pop(); folder !== void 0; folder = open.pop()) for (const name of readdirSync(bytesBelow(root, folder), { encoding: "buffer" })) {
			const path = folder + name.toString("latin1");
			const stats = lstatSync(bytesBelow(root, path), { bigint: true });
			const isFolder = stats.isDirectory();
			const time = isFolder ? madeAt(stats) : stats.ctimeNs;
			const isYoung = Number(time / 1000000n) > young;
			entries.set(path, `${stats.ino} ${stats.mode} ${isFolder ? "" : stats.size} ${isYoung ? YOUNG : time}`);
			if (isFolder) open.push(`${path}/`);
			if (entries.size > MAX_ENTRIES) return entries;
		}
	} catch {
		return;
	}
	return entries;
}
function placesBetween(before, now) {
	const places = [];
	const isOther = ([path, state]) => state.endsWith(YOUNG) || before.get(path) !== state;
	const gone = [...before.keys()].filter((path) => !now.has(path));
	const paths = [...[...now].filter(isOther).map(([path]) => path), ...gone].toSorted();
	if (paths.some((path) => /(^|\/)\.git(ignore|attributes)$/.test(path))) return void 0;
	for (const path of paths) {
		const above = places.at(-1);
		if (above !== void 0 && path.startsWith(`${above}/`)) continue;
		places.push(path);
	}
	if (places.length > MAX_PLACES) return void 0;
	const bytes = places.map((path) => Buffer.from(path, "latin1"));
	return bytes.every((path) => isUtf8(path)) ? bytes.map((path) => path.toString("utf8")) : void 0;
}

// src/workspace/git/hidden-contents.ts
const MIN_BYTES = 16;
function createHiddenContents(options) {
	const { root, files, masked, secrets, pathsAtStart } = options;
	const own = new Set(masked);
	const secret = new Set(secrets);
	const above = new Set([...masked].flatMap(foldersAbove));
	const kept = secrets.flatMap((path) => {
		const stats = statsOf$2(root, path);
		return stats?.isFile() === true && stats.size >= MIN_BYTES ? [{
			path,
			stats
		}] : [];
	});
	const bySize = Map.groupBy(kept, ({ stats }) => stats.size);
	const isMasked = (path) => [path, ...foldersAbove(path)].some((one) => own.has(one));
	const sourceOf = (path) => {
		const stats = statsOf$2(files, path);
		if (stats?.isFile() !== true || stats.size < MIN_BYTES) return void 0;
		const sameSize = bySize.get(stats.size) ?? [];
		if (sameSize.length === 0) return void 0;
		const same = sameSize.find((one) => one.stats.dev === stats.dev && one.stats.ino === stats.ino);
		if (same !== void 0) return same.path;
		const content = contentOf(files, path);
		return content && sameSize.find((one) => contentOf(root, one.path)?.equals(content) !== false)?.path;
	};
	const takenFrom = async (path) => {
		const source = sourceOf(path);
		return (source === void 0 ? [] : await pathsAtStart(path)).some((place) => place === path || !secret.has(place) && !isMasked(place)) ? void 0 : source;
	};
	return async (paths, isFirst) => {
		const unwanted = /* @__PURE__ */ new Map();
		if (own.size === 0 && bySize.size === 0) return {
			stored: paths,
			unwanted
		};
		const moved = /* @__PURE__ */ new Set();
		const isThere = (path) => statsOf$2(files, path) !== void 0;
		const mayChange = (path) => !isMasked(path) || isFirst && isThere(path);
		const changed = paths.filter(mayChange);
		for (const path of changed) {
			if (isMasked(path)) continue;
			const source = await takenFrom(path);
			if (source !== void 0) {
				moved.add(source);
				unwanted.set(path, `it has the content of ${pathText(source)}, which may not be read or holds secrets`);
			} else if (above.has(path)) unwanted.set(path, "a file that is hidden from commands was below it");
		}
		const isGone = (path) => moved.has(path) && !isThere(path);
		return {
			stored: changed.filter((path) => !isGone(path)),
			unwanted
		};
	};
}
function statsOf$2(root, path) {
	try {
		return exactStats(bytesBelow(root, path));
	} catch {
		return;
	}
}
function contentOf(root, path) {
	return regularFile(bytesBelow(root, path));
}

// src/workspace/git/foreign-changes.ts
const NAMES_IN_A_CALL = 30;
function createForeignChanges({ files, changes, root, git, startTree }) {
	const begunWith = async (paths) => {
		const found = /* @__PURE__ */ new Set();
		const tree = objectId(startTree() ?? "");
		for (let at = 0; at < paths.length; at += NAMES_IN_A_CALL) {
			const args = [
				"ls-tree",
				"-r",
				"-z",
				"--name-only",
				tree,
				"--",
				...paths.slice(at, at + NAMES_IN_A_CALL).map(pathText)
			];
			for (const name of (await git({ args })).toString("utf8").split("\0")) found.add(name);
		}
		return found;
	};
	const kindOf = (path) => {
		if (statsOf$1(changes, path) !== "missing") return "own";
		const here = statsOf$1(files, path);
		const there = statsOf$1(root, path);
		if (here === "missing" || there === "missing") return here === there ? "gone" : "own";
		if (here === "hidden" || there === "hidden") return "own";
		return here.ino === there.ino && here.ctimeNs === there.ctimeNs ? "foreign" : "own";
	};
	return async (changed) => {
		const kinds = changed.map(kindOf);
		const gone = changed.filter((_, at) => kinds[at] === "gone");
		const begun = gone.length === 0 ? void 0 : await begunWith(gone);
		return changed.filter((path, at) => kinds[at] === "own" || kinds[at] === "gone" && begun?.has(pathText(path)) !== true);
	};
}
function statsOf$1(root, path) {
	try {
		return exactStats(bytesBelow(root, path)) ?? "missing";
	} catch {
		return "hidden";
	}
}

// src/workspace/fresh-files.ts
const MARGIN_MS = 2e3;
function createFreshFiles(root, { now }) {
	const fresh = /* @__PURE__ */ new Map();
	const statsOf = (path) => exactStats(bytesBelow(root, path));
	const isFresh = (ctimeNs) => Number(ctimeNs / 1000000n) > now() - MARGIN_MS;
	return {
		note: (paths) => {
			for (const path of paths) {
				const stats = statsOf(path);
				if (stats !== void 0 && stats.mtimeNs / SECOND < stats.ctimeNs / SECOND && isFresh(stats.ctimeNs)) fresh.set(path, stats.ctimeNs);
				else fresh.delete(path);
			}
		},
		changed: () => {
			const found = [];
			for (const [path, ctimeNs] of fresh) {
				const stats = statsOf(path);
				if (stats !== void 0 && stats.ctimeNs !== ctimeNs) found.push(path);
				else if (stats === void 0 || !isFresh(ctimeNs)) fresh.delete(path);
			}
			return found;
		}
	};
}
const SECOND = 1000000000n;

// src/workspace/git/git-stream.ts
function createGitStream({ cwd, path, env = {}, maxMemoryBytes }) {
	const bounded = `ulimit -v ${(maxMemoryBytes ?? 0) / 1024} 2>/dev/null; exec git "$@"`;
	const [file, ...before] = maxMemoryBytes === void 0 ? ["git"] : [
		"/bin/sh",
		"-c",
		bounded,
		"git"
	];
	return async ({ args, input, output, signal }) => {
		const child = spawn(file, [...before, ...args], {
			cwd,
			env: {
				PATH: path,
				...FIXED_ENV,
				...env
			},
			...signal === void 0 ? {} : { signal }
		});
		const said = [];
		let refusal;
		child.stderr?.on("data", (piece) => said.push(piece));
		child.stdin?.on("error", () => {});
		child.stdin?.end(input);
		child.stdout?.on("data", (piece) => {
			try {
				if (refusal === void 0) output(piece);
			} catch (error) {
				refusal = error;
				child.kill();
			}
		});
		const [code, killedBy] = await new Promise((resolve, reject) => {
			child.on("error", (cause) => reject(gitFailed(args, cause)));
			child.on("close", (...end) => resolve(end));
		});
		if (refusal !== void 0) throw refusal;
		if (killedBy !== null) throw gitFailed(args, `it was ended by ${killedBy}.`);
		if (code !== 0) throw gitFailed(args, new Error(Buffer.concat(said).toString("utf8")));
	};
}

// src/workspace/git/overlay-git.ts
function createOverlayGit(overlay, options) {
	return async (call) => {
		const { output, said } = await runGit(overlay, options, call);
		try {
			if (said !== "") options.onSaid?.(said);
			const { size } = statSync(output);
			if (size > 4e8) throw gitFailed(call.args, `it writes more than ${MAX_OUTPUT_BYTES / 1e6} MB.`);
			return readFileSync(output);
		} finally {
			rmSync(output, { force: true });
		}
	};
}
function createOverlayStream(overlay, options) {
	return async ({ args, input, output, signal }) => {
		const { output: file } = await runGit(overlay, options, {
			args,
			input,
			signal
		});
		try {
			for await (const piece of createReadStream(file)) output(piece);
		} catch (error) {
			if (error instanceof RunnerError || error.syscall === void 0) throw error;
			throw gitFailed(args, error);
		} finally {
			rmSync(file, { force: true });
		}
	};
}
async function runGit({ run }, { path, env = {} }, { args, input, signal }) {
	const reply = await run({
		file: "git",
		args,
		env: {
			PATH: path,
			...FIXED_ENV,
			...env
		},
		input,
		signal
	});
	if (reply.code === 0) return reply;
	rmSync(reply.output, { force: true });
	if (reply.code === 127) throw gitFailed(args, "ENOENT");
	throw gitFailed(args, new Error(reply.said));
}

// src/workspace/left-out.ts
const MAX_GITHUB_FILE_BYTES = 104857600;
const OWN_REPOSITORY = "it is a repository of its own";
const MAX_REFUSED = 50;
function createLeftOut(root, warn) {
	const warned = /* @__PURE__ */ new Set();
	const refused = /* @__PURE__ */ new Map();
	const unread = /* @__PURE__ */ new Map();
	let current = /* @__PURE__ */ new Map();
	let first;
	let snapshots = 0;
	const stateOf = (path) => {
		const stats = statsOf(bytesBelow(root, path));
		if (stats === TOO_LONG) return nameOf(path);
		return `${nameOf(path)}\0${stats?.ino} ${stats?.size} ${stats?.ctimeNs}`;
	};
	const leaveOut = (whole, why) => {
		const path = why === TOO_LONG ? oneLine(nameOf(whole), MAX_SHOWN_CHARS) : nameOf(whole);
		if (!warned.has(path)) warn(`${path} is left out of the snapshots: ${why}.`);
		warned.add(path);
		current.set(path, {
			why,
			state: stateOf(whole)
		});
	};
	const isRefused = (path) => refused.has(path) && refused.get(path) === stateOf(path);
	return {
		sift: (paths, replacing, unwanted) => {
			snapshots += 1;
			if (snapshots === 2) first = new Set([...current.values()].map(({ state }) => state));
			current = /* @__PURE__ */ new Map();
			for (const [path, why] of unread) leaveOut(bytePath(path), why);
			unread.clear();
			return paths.filter((path) => {
				const other = replacing.has(path) ? REPLACING : isRefused(path) ? REFUSED : void 0;
				const why = unfit(root, path) ?? unwanted.get(path) ?? other;
				if (why !== void 0) leaveOut(path, why);
				return why === void 0;
			});
		},
		hear: (said) => {
			for (const [, path = "", reason = "too long"] of said.matchAll(UNREAD)) unread.set(path.replace(/\/$/, ""), reason.endsWith("too long") ? TOO_LONG : `git cannot open it: ${reason}`);
		},
		refuse: (path) => {
			if (refused.size >= MAX_REFUSED) return false;
			refused.set(path, stateOf(path));
			leaveOut(path, REFUSED);
			return true;
		},
		list: () => [...current].toSorted(([a], [b]) => a < b ? -1 : 1).map(([path, { why, state }]) => ({
			path,
			why,
			isOld: first?.has(state) ?? true
		})),
		repositories: () => [...current].flatMap(([path, { why }]) => why === "it is a repository of its own" ? [path] : [])
	};
}
const REPLACING = "it is outside of the sparse checkout, and this partial clone does not have the commit's file there";
const REFUSED = "git cannot store it";
const TOO_LONG = "its path is longer than the system takes";
const MAX_SHOWN_CHARS = 200;
const UNREAD = /^warning: could not open directory '([^\n]*?)(?:': ([^\n]+))?$/gm;
function nameOf(path) {
	if (isUtf8(Buffer.from(path, "latin1"))) return pathText(path);
	return path.replace(/[\x80-\xff]/g, (byte) => `\\x${byte.charCodeAt(0).toString(16)}`);
}
function statsOf(path) {
	try {
		return exactStats(path);
	} catch (error) {
		if (error.code === "ENAMETOOLONG") return TOO_LONG;
		throw error;
	}
}
function unfit(root, path) {
	if (!isUtf8(Buffer.from(path, "latin1"))) return "its name is not UTF-8";
	if (isGitsOwn(pathText(path))) return "other systems read its name as a file of git";
	const stats = statsOf(bytesBelow(root, path));
	if (stats === TOO_LONG) return TOO_LONG;
	const dotGit = bytesBelow(root, `${path}/.git`);
	if (stats?.isDirectory() === true && exactStats(dotGit) !== void 0) return OWN_REPOSITORY;
	if (stats === void 0 || !stats.isFile()) return void 0;
	if (stats.size > 104857600) return `${stats.size} bytes are more than GitHub takes (${MAX_GITHUB_FILE_BYTES})`;
	return stats.nlink > 1 && stats.uid !== exactStats(root)?.uid ? "it is a hard link to a file of another user" : void 0;
}

// src/workspace/inner-repositories.ts
const WHY = "it is a submodule; a run that is started in it can change it";
const NOT_THERE = "it is a submodule that is not checked out";
const UNLISTED = "it is a submodule without an entry in .gitmodules";
function createInnerRepositories(options) {
	const { root, overlay, pathVar, open } = options;
	const files = overlay?.files ?? root;
	const paths = /* @__PURE__ */ new Map();
	const starts = /* @__PURE__ */ new Map();
	let hasBegun = false;
	const stateOf = async (git, headTree) => {
		const tree = await git.snapshot().catch(() => void 0);
		if (tree === void 0) return void 0;
		const left = git.leftOut().map(({ path, why }) => `${path}: ${why}`);
		return {
			text: [tree, ...left].join("\n"),
			isClean: tree === headTree && left.length === 0,
			git,
			tree
		};
	};
	const startOf = async (path, at) => {
		const dir = join(root, path);
		const repository = await openRepository(dir, pathVar).catch(() => void 0);
		if (repository?.root !== dir) return filesState(dir);
		const scratchDir = join(options.scratchDir, `inner-${at}`);
		const start = await stateOf(open({
			repository,
			overlay: void 0,
			scratchDir
		}), repository.headTree);
		if (start === void 0) return filesState(dir);
		if (overlay === void 0) return start;
		const [files, changes] = [join(overlay.files, path), join(overlay.changes, path)];
		const own = {
			...overlay,
			root: join(overlay.root, path),
			files,
			changes
		};
		return {
			...start,
			git: open({
				repository,
				overlay: own,
				scratchDir,
				startTree: start.tree
			})
		};
	};
	const compare = async (path, start) => {
		const here = join(files, path);
		const git = kindOf(here) === "folder" ? start.git : void 0;
		const now = (git && await stateOf(git)) ?? filesState(here);
		const inner = (await git?.changedInside() ?? []).map((one) => ({
			...one,
			path: `${path}/${one.path}`
		}));
		const isOld = now.text === start.text;
		return isOld && start.isClean ? inner : [{
			path,
			why: whyOf(path, start),
			isOld
		}, ...inner];
	};
	const whyOf = (path, { git }) => {
		if (paths.get(path) !== true) return OWN_REPOSITORY;
		const listed = (fileText(join(root, ".gitmodules")) ?? "").matchAll(/^[ \t]*path[ \t]*=[ \t]*(\S.*)$/gm);
		if (!Array.from(listed, ([, name]) => name).includes(path)) return UNLISTED;
		return git === void 0 ? NOT_THERE : WHY;
	};
	return {
		begin: async (gitlinks, others) => {
			if (hasBegun) return;
			hasBegun = true;
			for (const path of gitlinks) paths.set(path, true);
			for (const path of others) paths.set(path, false);
			if (overlay !== void 0) return;
			for (const [at, path] of [...paths.keys()].entries()) starts.set(path, await startOf(path, at));
		},
		has: (path) => paths.has(path),
		changed: async () => {
			const found = [];
			for (const [at, path] of [...paths.keys()].entries()) {
				if (overlay !== void 0 && kindOf(join(overlay.changes, path)) === "missing") continue;
				found.push(...await compare(path, starts.get(path) ?? await startOf(path, at)));
			}
			return found;
		}
	};
}
function kindOf(path) {
	try {
		const stats = exactStats(path);
		if (stats === void 0) return "missing";
		return stats.isDirectory() ? "folder" : "other";
	} catch {
		return "other";
	}
}
function filesState(dir) {
	const lines = filesBelow(dir).toSorted();
	return {
		text: lines.join("\n"),
		isClean: lines.length === 0
	};
}
function filesBelow(root, below = "") {
	try {
		return readdirSync(join(root, below), { withFileTypes: true }).filter(({ name }) => name !== ".git").flatMap((entry) => {
			const path = join(below, entry.name);
			if (entry.isDirectory()) return filesBelow(root, path);
			const stats = exactStats(join(root, path));
			return [`${path} ${stats?.ino} ${stats?.size} ${stats?.ctimeNs}`];
		});
	} catch (error) {
		const { code } = error;
		return code === "ENOENT" ? [] : [`${below} ${code}`];
	}
}

// src/workspace/git/unseen-paths.ts
const LIST = [
	"-c",
	"core.sparseCheckout=false",
	"ls-files",
	"-v",
	"--stage",
	"-z"
];
const UNMARK = [
	...["-c", "core.splitIndex=false"],
	"update-index",
	"-z",
	"--no-assume-unchanged",
	"--force-write-index",
	"--stdin"
];
const ADD = [
	"update-index",
	"-z",
	"--add",
	"--replace",
	"--verbose",
	"--index-info"
];
const SKIP = [
	"update-index",
	"-z",
	"--skip-worktree",
	"--stdin"
];
const START_INDEX = "start-index";
const OLDEST_GIT = [2, 36];
function createUnseenPaths({ gitDir, files, git, begun, warn }) {
	let gitlinks = [];
	let unchanged = [];
	let hidden = 0;
	const judged = /* @__PURE__ */ new Map();
	const list = async (index, take) => await begun({ GIT_INDEX_FILE: join(gitDir, index) })({
		args: LIST,
		output: createReader(take)
	});
	const requireNewGit = async () => {
		const version = (await git({ args: ["version"] })).toString("utf8").trim();
		const [major = 0, minor = 0] = (/^git version (\d{1,4}\.\d{1,4})/.exec(version)?.[1] ?? "").split(".").map(Number);
		const [oldMajor, oldMinor] = OLDEST_GIT;
		if (major > oldMajor || major === oldMajor && minor >= oldMinor) return;
		warn(`${version} does not see changes of ${`files that are outside of the sparse checkout, or marked with skip-worktree (${hidden} here)`}: they are left out. Install git ${OLDEST_GIT.join(".")}.`);
	};
	const hiddenAt = async (names) => {
		const wanted = new Set(names);
		const above = new Set(names.flatMap(foldersAbove));
		const found = [];
		await list(START_INDEX, (entry) => {
			if (entry.tag !== "S") return;
			const at = [entry.path, ...foldersAbove(entry.path)].filter((path) => wanted.has(path));
			const below = above.has(entry.path) ? names.filter((name) => name.startsWith(`${entry.path}/`)) : [];
			for (const one of [...at, ...below]) found.push({
				at: one,
				entry
			});
		});
		return found;
	};
	const putBack = async (gone) => {
		if (hidden === 0 || gone.length === 0) return /* @__PURE__ */ new Set();
		const found = (await hiddenAt(gone)).filter(({ entry }) => exactStats(bytesBelow(files, entry.path)) === void 0);
		const entries = [...new Set(found.map(({ entry }) => entry))];
		if (entries.length === 0) return /* @__PURE__ */ new Set();
		await git({
			args: ADD,
			input: nulEnded(entries.map(({ mode, id, path }) => `${mode} ${id} 0\t${path}`))
		});
		await git({
			args: SKIP,
			input: nulEnded(entries.map(({ path }) => path))
		});
		return new Set(found.map(({ at }) => at));
	};
	const missingOf = async (entries) => {
		const ids = entries.filter(({ mode }) => mode !== GITLINK).map(({ id }) => id);
		if (ids.length === 0) return /* @__PURE__ */ new Set();
		const said = (await git({
			args: ["cat-file", "--batch-check"],
			input: ids.map((id) => `${id}\n`).join("")
		})).toString("utf8");
		return new Set(Array.from(said.matchAll(/^([0-9a-f]+) missing$/gm), ([, id = ""]) => id));
	};
	return {
		find: async () => {
			const found = {
				gitlinks: [],
				unchanged: [],
				hidden: 0
			};
			await list("index", ({ tag, mode, path }) => {
				if (mode === GITLINK) found.gitlinks.push(pathText(path));
				if (tag === "S" || tag === "s") found.hidden += 1;
				if (tag === "h" || tag === "s") found.unchanged.push(path);
			});
			({gitlinks, unchanged, hidden} = found);
			return hidden + unchanged.length > 0;
		},
		reveal: async () => {
			if (hidden > 0) await requireNewGit();
			await begun()({
				args: UNMARK,
				input: nulEnded(unchanged),
				output: () => {}
			});
			copyFileSync(join(gitDir, "index"), join(gitDir, START_INDEX), constants.COPYFILE_FICLONE);
		},
		gitlinks: () => gitlinks,
		hiddenAmong: async (paths) => {
			if (hidden === 0 || paths.length === 0) return /* @__PURE__ */ new Set();
			const names = new Map(paths.map((path) => [bytePath(path), path]));
			const found = await hiddenAt([...names.keys()]);
			return new Set(found.flatMap(({ at, entry }) => at === entry.path ? names.get(at) ?? [] : []));
		},
		putBack,
		replacing: async (names) => {
			if (hidden === 0) return /* @__PURE__ */ new Set();
			const others = names.filter((name) => !judged.has(name));
			const found = others.length === 0 ? [] : await hiddenAt(others);
			const missing = await missingOf(found.map(({ entry }) => entry));
			for (const name of others) judged.set(name, false);
			for (const { at, entry } of found) if (missing.has(entry.id)) judged.set(at, true);
			return new Set(names.filter((name) => judged.get(name)));
		},
		removeReplacing: async () => {
			const paths = [...judged].flatMap(([path, isReplacing]) => isReplacing ? [path] : []);
			const found = paths.length === 0 ? [] : await hiddenAt(paths);
			for (const { at, entry } of found) for (const path of [at, entry.path]) rmSync(bytesBelow(files, path), {
				recursive: true,
				force: true
			});
			await putBack(paths);
		}
	};
}
const GITLINK = "160000";
const ENTRY = /^(.) (\d{6}) ([0-9a-f]+) \d\t(.+)$/s;
const PLAIN = "H".charCodeAt(0);
const MODE_AT = 3;
const GITLINK_DIGIT = "6".charCodeAt(0);
function createReader(take) {
	let rest = Buffer.alloc(0);
	return (piece) => {
		const bytes = rest.length === 0 ? piece : Buffer.concat([rest, piece]);
		let at = 0;
		for (let end = bytes.indexOf(0); end >= 0; end = bytes.indexOf(0, at)) {
			if (bytes[at] !== PLAIN || bytes[at + MODE_AT] === GITLINK_DIGIT) {
				const [, tag = "", mode = "", id = "", path = ""] = ENTRY.exec(bytes.toString("latin1", at, end)) ?? [];
				take({
					tag,
					mode,
					id,
					path
				});
			}
			at = end + 1;
		}
		rest = bytes.subarray(at);
	};
}

// src/workspace/trusted-git.ts
const STATUS = [
	"status",
	"-z",
	"--branch",
	"--untracked-files=all",
	"--ignore-submodules=all",
	"--no-renames"
];
const NO_WRITES = {
	GIT_OPTIONAL_LOCKS: "0",
	GIT_LITERAL_PATHSPECS: "1"
};
const REFRESH = [
	"update-index",
	"-q",
	"--refresh"
];
const SLOW_MS = 500;
const FORGET = [
	"update-index",
	"-z",
	"--force-remove",
	"--verbose",
	"--stdin"
];
const UPDATE = [
	"update-index",
	"-z",
	"--add",
	"--remove",
	"--replace",
	"--verbose",
	"--stdin"
];
const DIFF = [
	"diff-tree",
	"-r",
	"--no-ext-diff",
	"--no-textconv",
	"--no-renames",
	"--no-color"
];
const PAIR = /(?<![^\n])([0-9a-f]{40,64} [0-9a-f]{40,64})\n/;
function createTrustedGit(options) {
	const { repository, overlay, scratchDir, pathVar, clock, warn } = options;
	const gitDir = makeTrustedDirectory(repository, scratchDir, {
		...options,
		files: "all"
	});
	const { root } = repository;
	const files = overlay?.files ?? root;
	const env = {
		GIT_DIR: gitDir,
		GIT_WORK_TREE: overlay?.root ?? root
	};
	const place = {
		cwd: root,
		path: trustedPath(pathVar, root),
		env
	};
	keepUserAttributes({
		gitDir,
		repository,
		env: options.env,
		path: place.path
	});
	const leftOut = createLeftOut(files, (text) => warn?.(text));
	const gitOf = (options) => {
		const heard = {
			...options,
			onSaid: leftOut.hear
		};
		return createBoundedGit(overlay === void 0 ? createGit(heard) : createOverlayGit(overlay, heard), files);
	};
	const git = gitOf(place);
	const reader = gitOf({
		...place,
		env: {
			...env,
			...NO_WRITES
		}
	});
	const stream = createBoundedGit(overlay === void 0 ? createGitStream(place) : createOverlayStream(overlay, place), files);
	const ownOf = overlay && createForeignChanges({
		...overlay,
		root,
		git: reader,
		startTree: () => startTree
	});
	const unseen = createUnseenPaths({
		gitDir,
		files,
		git,
		begun: (more) => createGitStream({
			...place,
			env: {
				...env,
				GIT_WORK_TREE: root,
				...more
			}
		}),
		warn: (text) => warn?.(text)
	});
	const inner = createInnerRepositories({
		root,
		overlay,
		scratchDir: gitDir,
		pathVar: place.path,
		open: (one) => createTrustedGit({
			...one,
			pathVar: place.path,
			clock
		})
	});
	const fresh = createFreshFiles(files, clock);
	const changedPlaces = overlay && createChangedPlaces(overlay.changes, clock);
	let usualMs;
	let isLiteral = false;
	let lastTree;
	let { startTree } = options;
	const inTurn = createInTurn();
	const pathsAtStart = async (path) => startTree === void 0 ? [] : await pathsWithContent(stream, startTree, bytesBelow(files, path));
	let contents;
	const sifted = async (paths, isFirst) => {
		contents ??= options.hidden && createHiddenContents({
			root,
			files,
			...await options.hidden,
			pathsAtStart
		});
		return contents === void 0 || isFirst && startTree === void 0 ? {
			stored: paths,
			unwanted: /* @__PURE__ */ new Map()
		} : await contents(paths, isFirst);
	};
	const stage = async (all, isFirst) => {
		const { stored, unwanted } = await sifted(all, isFirst);
		let wanted = leftOut.sift(stored, await unseen.replacing(stored), unwanted);
		while (wanted.length > 0) try {
			fresh.note(wanted);
			const input = nulEnded(wanted);
			await asyncEffect("snapshot.stage", () => git({
				args: UPDATE,
				input
			}));
			return true;
		} catch (error) {
			const unencodable = isLiteral ? void 0 : pathIn(error, UNENCODABLE);
			if (unencodable !== void 0) {
				isLiteral = true;
				writeFileSync(join(gitDir, ATTRIBUTES), `${SHOW_ALL}* !working-tree-encoding\n`);
				warn?.(`working-tree-encoding is not followed in snapshots: ${unencodable} is not in the encoding it names.`);
				continue;
			}
			const said = pathIn(error, UNPROCESSED);
			const failed = wanted.filter((path) => asSaid(path) === said);
			if (failed.length === 0 || !failed.every(leftOut.refuse)) throw error;
			wanted = wanted.filter((path) => !failed.includes(path));
		}
		return false;
	};
	const look = async (places) => {
		const began = clock.monotonic();
		const isFirst = usualMs === void 0;
		const status = async () => parseStatus(await (isFirst ? git : reader)({ args: [...STATUS, ...places] }));
		const [found, isMarked] = await Promise.all([status(), isFirst && unseen.find()]);
		if (isMarked) await unseen.reveal();
		const { gone, isStaged, ...all } = isMarked ? await status() : found;
		const back = await unseen.putBack(gone);
		const changed = all.changed.filter((path) => !back.has(path));
		const tookMs = clock.monotonic() - began;
		usualMs ??= tookMs;
		if (tookMs > 2 * usualMs + SLOW_MS) await git({ args: REFRESH });
		const missed = fresh.changed();
		if (missed.length > 0) await git({
			args: FORGET,
			input: nulEnded(missed)
		});
		return {
			changed: [...isFirst || ownOf === void 0 ? changed : await ownOf(changed), ...missed],
			isStaged,
			isPutBack: back.size > 0
		};
	};
	const snapshot = async () => {
		const places = changedPlaces?.();
		if (places?.paths?.length === 0 && lastTree !== void 0) {
			places.done();
			return lastTree;
		}
		const some = lastTree !== void 0 && unseen.gitlinks().length === 0 && leftOut.list().length === 0 ? places?.paths : void 0;
		const isFirst = usualMs === void 0;
		const { changed, isStaged, isPutBack } = await look(some === void 0 ? [] : ["--", ...some]);
		const staged = await stage(changed, isFirst) || isPutBack;
		places?.done();
		if (!isStaged && !staged && unseen.gitlinks().length === 0) lastTree ??= repository.headTree;
		if (!staged && lastTree !== void 0) return lastTree;
		lastTree = (await asyncEffect("snapshot.tree", () => git({ args: ["write-tree", "--missing-ok"] }))).toString("utf8").trim();
		return lastTree;
	};
	return {
		gitDir,
		objects: createPublishGit({
			gitDir,
			path: trustedPath(pathVar, root),
			clock
		}),
		snapshot: async () => await inTurn(async () => {
			const tree = await snapshot();
			startTree ??= tree;
			await inner.begin(unseen.gitlinks(), leftOut.repositories());
			return tree;
		}),
		startTree: () => startTree,
		leftOut: () => leftOut.list().filter(({ path }) => !inner.has(path)),
		changedInside: async () => await inTurn(inner.changed),
		hiddenAmong: unseen.hiddenAmong,
		diff: async (from, to, file) => {
			const output = openSync(file, "w", 384);
			try {
				const quoter = createHeaderQuoter((bytes) => writeFileSync(output, bytes));
				const args = [
					"-p",
					"--binary",
					"--full-index",
					objectId(from),
					objectId(to)
				];
				await stream({
					args: [...DIFF, ...args],
					output: quoter.add
				});
				quoter.end();
			} finally {
				closeSync(output);
			}
		},
		changes: async (from, to) => parseChanges(await git({ args: [
			...DIFF,
			"-z",
			"--raw",
			"--numstat",
			objectId(from),
			objectId(to)
		] })),
		stages: async (trees) => {
			const pairs = trees.slice(1).map((to, at) => `${objectId(trees[at] ?? "")} ${objectId(to)}\n`);
			const args = [
				...DIFF,
				"--stdin",
				"-p",
				"-U0",
				"--full-index"
			];
			const parts = (await git({
				args,
				input: Buffer.from(pairs.join(""))
			})).toString("utf8").split(PAIR);
			const found = new Map(pairs.map((_, at) => [parts[at * 2 + 1], parts[at * 2 + 2]]));
			return pairs.map((pair) => found.get(pair.trim()) ?? "");
		},
		restore: async (tree) => await inTurn(async () => {
			await snapshot();
			lastTree = void 0;
			await unseen.removeReplacing();
			const args = [
				"read-tree",
				"--reset",
				"-u",
				objectId(tree)
			];
			await asyncEffect("workspace.restore", () => git({ args }));
			lastTree = tree;
		})
	};
}
async function pathsWithContent(stream, tree, file) {
	const pieces = [];
	await stream({
		args: [
			"ls-tree",
			"-r",
			"-z",
			objectId(tree)
		],
		output: (piece) => void pieces.push(piece)
	});
	const mark = ` blob ${idOf("blob", readFileSync(file), tree.length)}\t`;
	return Buffer.concat(pieces).toString("latin1").split("\0").flatMap((entry) => entry.includes(mark) ? [entry.slice(entry.indexOf("	") + 1)] : []);
}
const UNENCODABLE = /(?:BOM is (?:required|prohibited) in|failed to encode) '(.+)' (?:if|from) /;
const UNPROCESSED = /Unable to process path (.+)$/m;
function asSaid(path) {
	return pathText(path).replaceAll(/[\x00-\x08\v-\x1f\x7f]/g, "?").split(/[\n\u2028\u2029]/, 1)[0];
}
function pathIn(error, words) {
	return error instanceof RunnerError ? words.exec(error.message)?.[1] : void 0;
}

// src/workspace/change/key-lines.ts
const KEY_RULE = "builtin:key";
async function keysBrought(git, edits) {
	const found = await keysIn(git, edits);
	if ([...found.values()].every(({ size }) => size === 0)) return /* @__PURE__ */ new Map();
	const before = await keysIn(git, edits.map(reverseOf));
	const known = new Set([...before.values()].flatMap((keys) => [...keys.keys()]));
	return new Map(edits.flatMap(({ path, oid = "" }) => {
		const [first] = [...found.get(oid) ?? []].filter(([key]) => !known.has(key)).map(([, key]) => key);
		if (first === void 0) return [];
		const reason = `line ${first.line} has what looks like a secret (${first.kind}), which would become a part of the history`;
		return [[path, {
			rule: KEY_RULE,
			reason
		}]];
	}));
}
async function keysIn(git, edits) {
	const found = /* @__PURE__ */ new Map();
	await git.readBlobs(blobsOf(edits), ({ id, content }) => void found.set(id, keysOf(content)));
	return found;
}
function keysOf(content) {
	const keys = /* @__PURE__ */ new Map();
	let line = 1;
	let lineEnd = content.indexOf("\n");
	for (const { text, at } of latin1Pieces(content)) for (const { name, start, end } of findShapes(text)) {
		if (start >= 1e6) break;
		for (; lineEnd !== -1 && lineEnd < at + start; lineEnd = content.indexOf("\n", lineEnd + 1)) line += 1;
		const key = text.slice(start, end);
		if (!key.includes("EXAMPLE") && !keys.has(key)) keys.set(key, {
			kind: name,
			line
		});
	}
	return keys;
}

// src/workspace/change/judged-change.ts
async function judgedChange(change) {
	const { git, from, to, heldBy, filters, only } = change;
	if (from === to) return {
		tree: to,
		heldFiles: [],
		unfiltered: [],
		changed: 0
	};
	const edits = await git.edits(from, to);
	const linkTargets = await linkTargetsOf(git, edits);
	const filtered = await git.filteredFiles({
		...filters,
		trees: [
			...filters.trees,
			from,
			to
		],
		files: edits
	});
	const keys = await keysBrought(git, edits);
	const options = {
		edits,
		linkTargets,
		filters: withoutAsIs(filtered, filters.asIs),
		keys,
		heldBy
	};
	const alone = heldFilesOf({
		...options,
		moves: []
	});
	const isMixed = alone.length > 0 && alone.length < edits.length;
	const copies = edits.filter(({ path }) => filtered.has(path));
	const moves = isMixed ? [...await git.moves(from, to), ...movesOf(filters.before, copies)] : [];
	const heldFiles = isMixed ? heldFilesOf({
		...options,
		moves
	}) : alone;
	const held = new Set(heldFiles.map(({ path }) => path));
	const published = edits.filter(({ path }) => !held.has(path));
	const tree = heldFiles.length === 0 ? to : await git.treeWith(from, published);
	const before = published.filter(({ path }) => only?.has(path) !== true);
	return {
		tree,
		since: only === void 0 ? void 0 : await git.treeWith(from, before),
		heldFiles,
		unfiltered: published.flatMap(({ path }) => {
			const names = filtered.get(path);
			return names === void 0 ? [] : [{
				path,
				filters: names
			}];
		}),
		changed: edits.length
	};
}
function movesOf(before = [], edits) {
	const paths = new Map(before.flatMap(({ path, oid }) => oid === void 0 ? [] : [[oid, path]]));
	return edits.flatMap(({ path, oid = "" }) => {
		const from = paths.get(oid) ?? path;
		return from === path ? [] : [[from, path]];
	});
}
async function linkTargetsOf(git, edits) {
	const links = edits.flatMap(({ path, mode, oid }) => mode === "120000" && oid !== void 0 ? [{
		path,
		oid
	}] : []);
	const blobs = await git.blobs(links.map(({ oid }) => oid));
	return new Map(links.map(({ path, oid }) => [path, blobs.get(oid)?.toString("utf8") ?? "/"]));
}
function changeDigest(heldFiles, sessionId) {
	const files = heldFiles.filter(({ isAnswerable }) => isAnswerable).map(({ path, mode, oid }) => ({
		path,
		mode,
		oid
	}));
	return files.length === 0 ? void 0 : sha256(canonicalJson({
		v: 1,
		publish: files,
		session: sessionId
	}));
}

// src/workspace/apply-patch.ts
const MAX_TOTAL_BYTES = 3 * MAX_GITHUB_FILE_BYTES;
const MAX_MEMORY_BYTES = 1.5 * 1024 ** 3;
const SMALL_WINDOWS = [["core.packedGitWindowSize", "16m"], ["core.packedGitLimit", "256m"]];
async function applyPatch({ gitDir, path, tree, patch }) {
	if (patch.length === 0) return tree;
	const index = join(gitDir, "publish-index");
	const env = {
		GIT_DIR: gitDir,
		GIT_INDEX_FILE: index,
		...configEnvironment(SMALL_WINDOWS)
	};
	const git = createGit({
		cwd: gitDir,
		path,
		env
	});
	const bounded = createGitStream({
		cwd: gitDir,
		path,
		env,
		maxMemoryBytes: MAX_MEMORY_BYTES
	});
	try {
		await git({ args: ["read-tree", objectId(tree)] });
		await bounded({
			args: [
				"apply",
				"--cached",
				"--whitespace=nowarn",
				"-"
			],
			input: patch,
			output: () => {}
		});
		const applied = (await git({ args: ["write-tree", "--missing-ok"] })).toString("utf8").trim();
		await requireSmall(git, tree, applied);
		return applied;
	} catch (error) {
		throw error instanceof RunnerError && /fatal: .*(?:memory|mmap)/i.test(error.message) ? refused(`git needs more than ${MAX_MEMORY_BYTES} bytes of memory for it`, error) : error;
	} finally {
		rmSync(index, { force: true });
	}
}
async function requireSmall(git, from, to) {
	const args = [
		"diff-tree",
		"-r",
		"-z",
		"--raw",
		"--no-abbrev",
		"--no-renames",
		from,
		objectId(to)
	];
	const files = parseRaw(await git({ args })).entries.flatMap(({ path, mode, oid }) => oid === void 0 || mode === "160000" ? [] : [{
		path,
		oid
	}]);
	if (files.length === 0) return;
	const sizes = (await git({
		args: ["cat-file", "--batch-check=%(objectsize)"],
		input: files.map(({ oid }) => `${oid}\n`).join("")
	})).toString("latin1").split("\n").map(Number);
	let total = 0;
	for (const [at, { path }] of files.entries()) {
		const bytes = sizes[at] ?? 0;
		if (bytes > 104857600) throw refused(`${path} would have ${bytes} bytes; ${MAX_GITHUB_FILE_BYTES} are the most`);
		total += bytes;
		if (total > MAX_TOTAL_BYTES) throw refused(`up to ${path} it unpacks to more than ${MAX_TOTAL_BYTES} bytes`);
	}
}
function refused(why, cause) {
	return configError(`The patch is not applied: ${why}.`, "Keep such files out of the change, or use Git LFS.", cause);
}

// src/workspace/git/work-trees.ts
const CONFIG$1 = [
	TRUST_OWNER,
	["core.hooksPath", "/dev/null"],
	["core.fsmonitor", "false"]
];
const FORCE = ["--force", "--force"];
function createWorkTrees({ root, gitDir, path }) {
	const own = gitDir === void 0 ? {} : { GIT_DIR: gitDir };
	const git = createGit({
		cwd: root,
		path,
		env: {
			...configEnvironment(CONFIG$1),
			...own
		}
	});
	const inTurn = createInTurn();
	return {
		add: (dir, commit) => inTurn(async () => {
			rmSync(dir, {
				recursive: true,
				force: true
			});
			await git({ args: [
				"worktree",
				"add",
				...FORCE,
				"--detach",
				"--",
				dir,
				commit
			] });
		}),
		hasCommit: async (commit) => {
			return !(await git({
				args: ["cat-file", "--batch-check"],
				input: `${commit}^{commit}\n`
			})).toString("utf8").trimEnd().endsWith(" missing");
		},
		remove: (dir) => inTurn(async () => {
			rmSync(dir, {
				recursive: true,
				force: true
			});
			await git({ args: [
				"worktree",
				"remove",
				...FORCE,
				"--",
				dir
			] });
		})
	};
}

// src/workspace/change-ref.ts
const ATTEMPTS = 60;
const MISREADS = 5;
const BACKOFF = {
	initialMs: 50,
	maxMs: 3e3,
	jitterMs: 1500
};
const BUSY = /cannot lock ref|\.lock'?: File exists|incorrect old value/i;
async function changeRef(target, edit, seen) {
	const { refs, ref, read, write, refused, clock } = target;
	let known = seen;
	let misread = 0;
	for (let attempt = 1; attempt <= ATTEMPTS; attempt += 1) {
		const held = known ?? await orMisread();
		known = void 0;
		if (held !== void 0) {
			const value = edit(held.value);
			if (value === held.value) return {
				...held,
				value
			};
			const commit = await write(value);
			const answer = await refs.update([{
				ref,
				commit,
				expected: held.commit
			}], { isAtomic: true });
			if (answer.kind === "updated") return {
				commit,
				value
			};
			if (answer.kind === "refused" && !BUSY.test(answer.said)) throw refused(oneLine(answer.said, 500));
		}
		await clock.sleep(backoffMs(attempt, BACKOFF, Math.random));
	}
	throw refused(`${ATTEMPTS} attempts lost to other jobs.`);
	async function orMisread() {
		try {
			const held = await read();
			misread = 0;
			return held;
		} catch (error) {
			misread += 1;
			if (misread >= MISREADS) throw error;
			return;
		}
	}
}

// src/workspace/change/commit-patch.ts
const PASSED_ON = [
	"GIT_AUTHOR_NAME",
	"GIT_AUTHOR_EMAIL",
	"GIT_COMMITTER_NAME",
	"GIT_COMMITTER_EMAIL",
	"GNUPGHOME"
];
async function commitPatch(request) {
	const { root, path, patch, paths, message, env } = request;
	const scratch = mkdtempSync(join(tmpdir(), "kimi-commit-"));
	const { HOME = NOWHERE } = env;
	const variables = {
		...Object.fromEntries(PASSED_ON.flatMap((name) => env[name] === void 0 ? [] : [[name, env[name]]])),
		HOME,
		GIT_CONFIG_GLOBAL: env["GIT_CONFIG_GLOBAL"] ?? join(HOME, ".gitconfig")
	};
	const git = createGit({
		cwd: root,
		path,
		env: {
			...variables,
			GIT_INDEX_FILE: join(scratch, "index")
		}
	});
	try {
		await git({ args: ["read-tree", "HEAD"] });
		if (await git({ args: [
			"apply",
			"--cached",
			"--reverse",
			"--check",
			"--verbose",
			"--",
			patch
		] }).then(() => true, () => false)) return void 0;
		await git({ args: [
			"apply",
			"--cached",
			"--3way",
			"--whitespace=nowarn",
			"--",
			patch
		] });
		await git({
			args: [
				"commit",
				"--quiet",
				"--file=-"
			],
			input: Buffer.from(message)
		});
	} finally {
		rmSync(scratch, {
			recursive: true,
			force: true
		});
	}
	const user = createGit({
		cwd: root,
		path
	});
	await user({
		args: [
			"reset",
			"--quiet",
			"--pathspec-from-file=-",
			"--pathspec-file-nul"
		],
		input: Buffer.from(paths.map((name) => `:(top,literal)${name}\0`).join(""))
	});
	return (await user({ args: ["rev-parse", "HEAD"] })).toString("utf8").trim();
}

// src/workspace/patch-files.ts
async function patchFiles(file, { pathVar, root }) {
	const path = trustedPath(pathVar, root);
	const listed = await createGit({
		cwd: "/",
		path,
		env: { GIT_DIR: NOWHERE }
	})({ args: [
		"apply",
		"--numstat",
		"-z",
		"--",
		file
	] });
	return parseCounts(listed.toString("utf8").split("\0")).map(({ path: name, added, deleted }) => ({
		path: name,
		added,
		removed: deleted
	}));
}

// src/workspace/git/merge-base.ts
async function mergeBase(git, base, head) {
	const found = (await git({ args: [
		"merge-base",
		objectId(base),
		objectId(head)
	] })).toString("utf8").trim();
	if (found !== "") return found;
	const [from, to] = [base, head].map((commit) => commit.slice(0, 12));
	throw gitError(`${from} and ${to} have no ancestor in common here.`, "In a shallow clone, `git fetch --unshallow` brings the history.");
}

// src/run/end/held-change.ts
const MAX_PREVIEW_CHARS = 3e4;
const MAX_SUMMARY_CHARS = 160;
async function recordHeldFiles(session, { cell, git, policy, repository, trustedCommit }, { outcome, tree }) {
	const { begin, answered } = session.state();
	if (tree === void 0 || begin?.readOnly !== false || !hasTrait(outcome, "delivered")) return [];
	const heldBy = judgeChange(policy, cell.level, answered);
	try {
		const { objects, startTree } = await git();
		const from = repository.headTree;
		const before = await objects.edits(from, startTree() ?? from);
		const filters = {
			trees: [trustedCommit],
			before,
			asIs: policy.asIs
		};
		const held = await judgedChange({
			git: objects,
			from,
			to: tree,
			heldBy,
			filters
		});
		const call = await questionAbout(held, objects, begin.sessionId);
		if (call !== void 0) await session.emit({
			type: "deferral.open",
			held: [call]
		});
		return held.heldFiles;
	} catch (error) {
		if (error instanceof RunnerError && error.code === "git.failed") return [];
		throw error;
	}
}
async function questionAbout({ tree, heldFiles }, objects, sessionId) {
	const digest = changeDigest(heldFiles, sessionId);
	const files = heldFiles.filter(({ isAnswerable }) => isAnswerable);
	const [first] = files;
	if (digest === void 0 || first === void 0) return void 0;
	const { visibleText } = await import("./visible-text.js");
	const patch = await objects.patch(tree, await objects.treeWith(tree, files));
	const also = [...new Set(files.map(({ rule }) => rule))].filter((rule) => rule !== first.rule);
	return {
		callId: "publish",
		index: 0,
		tool: "publish",
		summary: oneLine(`publish ${files.map(({ path }) => path).join(", ")}`, MAX_SUMMARY_CHARS),
		...showing(files, patch === void 0 ? /* @__PURE__ */ new Map() : diffsByPath(patch), visibleText),
		capabilities: files.map(({ path }) => ({
			kind: "write",
			path
		})),
		rule: first.rule,
		...also.length === 0 ? {} : { also },
		reason: first.reason,
		digest,
		files
	};
}
function showing(files, diffs, seen) {
	const shown = [];
	const unshown = [];
	let room = MAX_PREVIEW_CHARS;
	for (const { path, oid } of files) {
		const diff = diffs.get(path);
		const isText = diff !== void 0 && !isBinary(diff);
		const parts = isText ? [diff] : [];
		if (diff !== void 0 && oid === void 0) parts.push(headOf(diff));
		const fitting = parts.find((part) => seen(part).length <= room);
		if (fitting === void 0) unshown.push({
			path,
			...isText ? { chars: diff.length } : {}
		});
		else {
			shown.push(fitting);
			room -= seen(fitting).length;
		}
	}
	const first = shown.length > 0 ? void 0 : unshown.find(({ chars }) => chars !== void 0);
	const cut = (first && diffs.get(first.path)) ?? "";
	const note = (dropped) => `[${dropped} characters left out; changes.patch has all]`;
	return {
		preview: `${shown.join("")}${headTail(cut, MAX_PREVIEW_CHARS, note)}`,
		unshown
	};
}
function isBinary(diff) {
	return /\n(?:GIT binary patch|Binary files .* differ)\n/.test(diff);
}
function headOf(diff) {
	const end = diff.search(/(?<=\n)(?:@@ |GIT binary patch\n|Binary files )/);
	return end === -1 ? diff : diff.slice(0, end);
}

// src/workspace/change/range-files.ts
const MAX_FILE_LINES = 2e4;
const MAX_LINES = 6e4;
const MAX_PATCHES = 500;
async function filesBetween(git, { base, head, only }) {
	const found = await mergeBase(git, base, head);
	const range = [
		...[
			"-r",
			"--no-renames",
			"--no-ext-diff",
			"--no-textconv",
			"--no-abbrev"
		],
		objectId(found),
		objectId(head)
	];
	const files = parseChanges(await git({ args: [
		"diff-tree",
		"-z",
		"--raw",
		"--numstat",
		...range
	] }));
	let left = MAX_LINES;
	const sized = files.flatMap(({ path, added = 0, deleted = 0 }) => added + deleted > 0 && only?.has(path) !== false ? [{
		path,
		lines: added + deleted
	}] : []);
	const chosen = /* @__PURE__ */ new Set();
	for (const { path, lines } of sized.toSorted((a, b) => a.lines - b.lines).slice(0, MAX_PATCHES)) {
		left -= lines;
		if (left < 0 || lines > MAX_FILE_LINES) break;
		chosen.add(path);
	}
	const paths = files.flatMap(({ path }) => chosen.has(path) ? [path] : []);
	if (paths.length === 0) return files.map((file) => ({
		...file,
		patch: void 0
	}));
	const literal = paths.map((path) => `:(top,literal)${path}`);
	const text = (await git({ args: [
		"diff-tree",
		"-p",
		...range,
		"--",
		...literal
	] })).toString("utf8");
	const patches = new Map(Array.from(diffsByPath(text), ([path, diff]) => [path, hunksOf(diff)]));
	return files.map((file) => ({
		...file,
		patch: patches.get(file.path)
	}));
}
function hunksOf(diff) {
	return diffsIn(diff).map((one) => one.slice(one.search(/(?<=\n)@@ /)).trimEnd()).join("\n");
}

// src/workspace/change/carry.ts
const FILES = /* @__PURE__ */ new Set(["100644", "100755"]);
function placingOf({ from, to, onto }, takesMissing = false) {
	if (isSame(from, onto)) return { kind: "take" };
	if (isSame(to, onto)) return { kind: "keep" };
	if (to === void 0 || from === void 0) return { kind: "take" };
	if (onto === void 0) return { kind: takesMissing ? "take" : "misfit" };
	if (!FILES.has(to.mode)) return { kind: "take" };
	if (!FILES.has(from.mode) || !FILES.has(onto.mode)) return { kind: "misfit" };
	const mode = from.mode === to.mode ? onto.mode : to.mode;
	return from.oid === to.oid ? {
		kind: "mode",
		mode
	} : {
		kind: "merge",
		mode
	};
}
function isSame(one, other) {
	return one?.mode === other?.mode && one?.oid === other?.oid;
}
async function carry({ git, from, to, onto, takesMissing }) {
	const edits = await git.edits(from, to);
	const differing = new Map((await git.edits(from, onto)).map((edit) => [edit.path, edit]));
	const cases = edits.map((edit) => {
		const [was, now] = [versionOf$1(reverseOf(edit)), versionOf$1(edit)];
		const other = differing.get(edit.path);
		const versions = {
			from: was,
			to: now,
			onto: other === void 0 ? was : versionOf$1(other)
		};
		return {
			edit,
			versions,
			placing: placingOf(versions, takesMissing)
		};
	});
	const ends = await lineEnds(git, to, cases);
	const placed = [];
	const misfits = [];
	for (const { edit, versions, placing } of cases) {
		const own = ends.get(edit.path);
		if (placing.kind === "keep") continue;
		if (placing.kind === "misfit") misfits.push(edit);
		else if (placing.kind === "mode") placed.push({
			...edit,
			mode: placing.mode,
			oid: versions.onto?.oid
		});
		else if (placing.kind === "take" && own === void 0) placed.push(edit);
		else {
			const oid = await mergedBlob(git, versions, own);
			if (oid === void 0) misfits.push(edit);
			else placed.push({
				...edit,
				mode: placing.kind === "merge" ? placing.mode : edit.mode,
				oid
			});
		}
	}
	return {
		tree: from === onto && placed.every((edit, at) => edit === edits[at]) && placed.length === edits.length ? to : await git.treeWith(onto, placed),
		misfits
	};
}
function versionOf$1({ mode, oid }) {
	return mode === void 0 || oid === void 0 ? void 0 : {
		mode,
		oid
	};
}
async function lineEnds(git, to, cases) {
	const texts = cases.filter(({ placing: { kind }, versions: { from, to: now, onto } }) => (kind === "take" || kind === "merge") && [
		from,
		now,
		onto
	].every((one) => one !== void 0 && FILES.has(one.mode)));
	const oids = texts.flatMap(({ versions: { from, to: now, onto } }) => [
		from?.oid,
		now?.oid,
		onto?.oid
	]);
	const found = /* @__PURE__ */ new Map();
	const wanted = oids.filter((oid) => oid !== void 0);
	await git.readBlobs(wanted, ({ id, content }) => void found.set(id, lineEndsOf(content)));
	const known = texts.map(({ edit: { path }, versions }) => {
		const [from, now, onto] = [
			versions.from,
			versions.to,
			versions.onto
		].map((one) => found.get(one?.oid ?? ""));
		return {
			path,
			from,
			now,
			onto
		};
	});
	const normalised = known.filter(({ from, now }) => from === "crlf" && now === "lf").map(({ path }) => path);
	const asTexts = normalised.length === 0 ? /* @__PURE__ */ new Set() : await git.textFiles(to, normalised);
	return new Map(known.flatMap(({ path, from, now, onto }) => {
		return (from === now || asTexts.has(path)) && onto !== now && (onto === "crlf" || onto === "lf") && (now === "crlf" || now === "lf") ? [[path, onto]] : [];
	}));
}
async function mergedBlob(git, { from, to, onto }, ends) {
	const blobs = await git.blobs([
		from,
		onto,
		to
	].map((version) => version?.oid ?? ""));
	const textOf = (version) => {
		const content = blobs.get(version?.oid ?? "") ?? Buffer.alloc(0);
		return ends === void 0 ? content : asLf(content);
	};
	const [base, ours, theirs] = [
		textOf(from),
		textOf(onto),
		textOf(to)
	];
	const merged = base.equals(ours) ? theirs : await git.mergeText({
		base,
		ours,
		theirs
	});
	return merged && await git.writeBlob(ends === "crlf" ? asCrlf(merged) : merged);
}
function lineEndsOf(content) {
	let crlf = 0;
	let all = 0;
	for (let at = content.indexOf("\n"); at !== -1; at = content.indexOf("\n", at + 1)) {
		all += 1;
		if (content[at - 1] === 13) crlf += 1;
	}
	return all === 0 ? "none" : crlf === all ? "crlf" : crlf === 0 ? "lf" : "mixed";
}
function asLf(text) {
	return Buffer.from(text.toString("latin1").replaceAll("\r\n", "\n"), "latin1");
}
function asCrlf(text) {
	return Buffer.from(text.toString("latin1").replaceAll("\n", "\r\n"), "latin1");
}

// src/run/answer-change.ts
async function answerChange(given) {
	const { bundle, state, call, answer, open } = given;
	const { begin, outcome } = state;
	if (begin === void 0 || outcome === void 0) throw new RunnerError({
		code: "session.corrupt",
		message: "The session has no recorded end."
	});
	await moveFiles(given, begin, outcome.tree);
	const session = open();
	await session.emit({
		type: "deferral.answer",
		digest: call.digest,
		...answer
	});
	const answered = new Set((call.files ?? []).map(({ path }) => path));
	const heldFiles = (outcome.heldFiles ?? []).filter(({ path }) => !answered.has(path));
	const ended = {
		...outcome,
		heldFiles
	};
	await session.emit({
		type: "session.end",
		...ended
	});
	session.close();
	await writeViews(session, ended);
	return endedBefore(bundle, begin.sessionId, ended);
}
async function moveFiles({ bundle, call, answer, cwd, world }, { headCommit: head, workDir }, tree) {
	const pathVar = world.env["PATH"] ?? "";
	const repository = await openRepository(cwd ?? (existsSync(workDir) ? workDir : world.cwd), pathVar);
	const scratchDir = mkdtempSync(join(tmpdir(), "kimi-runner-"));
	try {
		const git = createTrustedGit({
			repository,
			scratchDir,
			pathVar,
			clock: systemClock,
			warn: world.warn
		});
		const { objects } = git;
		const base = await objects.treeOf(head).catch((cause) => {
			throw misfit(`The repository in ${repository.root} does not have the run's start commit ${head.slice(0, 12)}`, cause);
		});
		const path = trustedPath(pathVar, repository.root);
		const whole = await applyPatch({
			gitDir: git.gitDir,
			path,
			tree: base,
			patch: readFileSync(bundle.patch)
		});
		if (whole !== tree) throw misfit(`${bundle.patch} is not the patch that the run left`);
		const names = new Set((call.files ?? []).map((file) => file.path));
		const others = (await objects.edits(base, whole)).filter((edit) => !names.has(edit.path));
		const without = await objects.treeWith(base, others);
		const [from, to] = answer.verdict === "approve" ? [without, whole] : [whole, without];
		const now = await git.snapshot();
		if ((await objects.edits(now, to)).every((edit) => !names.has(edit.path))) return;
		const made = await objects.onto({
			from,
			to,
			tree: now
		});
		if (made === void 0) throw misfit("The files in the workspace changed, and the held change no longer fits");
		await git.restore(made);
	} finally {
		rmSync(scratchDir, {
			recursive: true,
			force: true
		});
	}
}
function misfit(message, cause) {
	return new RunnerError({
		code: "config.invalid",
		message: `${message}.`,
		hint: "Nothing was changed. Apply the wanted parts of changes.patch by hand, or check out what the run began with.",
		cause
	});
}

// src/run/end/hindrance.ts
const MAX_NAMES = 3;
function hindranceOf({ hosts, tools }, about) {
	const { outcome, readOnly = false, policy, limits, steps } = about;
	const limit = outcome === "limit_steps" && steps < (limits ?? policy.limits).steps ? void 0 : limitLine(outcome, policy.limits, limits);
	if (!(limit !== void 0 || outcome === "stuck" || outcome === "rejected") && (outcome !== "no_change" || readOnly)) return void 0;
	const listed = [...hosts.keys()].slice(0, MAX_NAMES);
	const names = [...hosts.values()].slice(0, MAX_NAMES);
	const missing = [...tools].slice(0, MAX_NAMES);
	const quoted = missing.map((name) => `\`${name}\``);
	const lines = [
		...listed.length === 0 ? [] : [hostLine(listed, policy)],
		...missing.length === 0 ? [] : [`Install ${enumerated(quoted, "and")} with \`sandbox.setup\` of the policy or in a step before the run; \`sandbox.readonly\` shows a folder of this machine to the cell.`],
		...limit === void 0 ? [] : [limit]
	];
	if (lines.length === 0) return void 0;
	return {
		what: [...names.length === 0 ? [] : [`no network to ${enumerated(names, "and")}`], ...missing.length === 0 ? [] : [`${enumerated(missing, "and")} not found`]].join(", "),
		fix: lines.join(" ")
	};
}
function hostLine(listed, { file, sandbox }) {
	const names = listed.join(", ");
	if (sandbox.network.length > 0) return `Add \`${names}\` to \`sandbox.network\` in ${file}.`;
	const line = `\`sandbox: { network: [${names}] }\``;
	return file === "built-in policy" ? `The policy opens it with ${line}: \`kimi-runner policy show > ${POLICY_PATH}\` writes the file that you change.` : `${file} opens it with ${line}.`;
}
const LIMITS = {
	limit_steps: {
		field: "steps",
		key: "steps"
	},
	limit_time: {
		field: "minutes",
		key: "minutes"
	},
	limit_cost: {
		field: "costUsd",
		key: "cost_usd"
	},
	limit_tokens: {
		field: "tokens",
		key: "tokens"
	}
};
function limitLine(outcome, allowed, inForce = allowed) {
	if (!Object.hasOwn(LIMITS, outcome)) return void 0;
	const { field, key } = LIMITS[outcome];
	const [most, own] = [allowed[field], inForce[field]];
	if (own === void 0) return void 0;
	if (field === "costUsd" && inForce.ownCostUsd !== void 0) return "`limits.cost_usd_per_day` or `limits.cost_usd_per_thread` of the policy left no more for this run.";
	if (most === void 0 || own < most) return `The run was given this limit; the policy allows ${most ?? "more"}.`;
	return `\`limits: { ${key}: ${own * 2} }\` in the policy allows twice as much.`;
}

// src/workspace/change/own-change.ts
const EARLIER_RULE = "builtin:earlier-step";
const MAX_NAMED$1 = 50;
async function ownChange(request) {
	const { git, head, start, last, base, asIs, isIncluded, takesWhole } = request;
	if (start === last) return {
		tree: head,
		isChanged: false,
		apart: []
	};
	const { tree: carried, misfits } = await carry({
		git,
		from: start,
		to: last,
		onto: head
	});
	const [all, before] = await Promise.all([git.edits(head, last), git.edits(head, start)]);
	const touched = start === head ? all : await git.edits(start, last);
	const own = new Set(touched.map(({ path }) => path));
	const misfit = new Set(misfits.map(({ path }) => path));
	const filters = await git.filteredFiles({
		trees: [
			base,
			head,
			start,
			last
		],
		files: [...all, ...before],
		before
	});
	const blocked = withoutAsIs(filters, /* @__PURE__ */ new Set([...asIs, "lfs"]));
	const isWhole = (path) => isIncluded(path) || own.has(path) && (filters.has(path) || takesWhole && misfit.has(path));
	const whole = start === head ? [] : all.filter(({ path }) => isWhole(path));
	let tree = await git.treeWith(carried, whole);
	const left = all.filter(({ path }) => blocked.has(path) && (own.has(path) || isIncluded(path)));
	const taken = new Set([...whole, ...left].map(({ path }) => path));
	if (left.length > 0) {
		const published = (await git.edits(head, tree)).filter(({ path }) => !blocked.has(path));
		tree = await git.treeWith(head, published);
	}
	const apart = [...left.map((edit) => ({
		...versionOf(edit),
		...filterHolding(blocked.get(edit.path) ?? []),
		isAnswerable: false
	})), ...misfits.filter(({ path }) => !taken.has(path)).map(apartFile)];
	const differed = (await git.contentChanges(head, start)).filter((path) => !taken.has(path) && !filters.has(path));
	const earlier = differed.length === 0 ? void 0 : {
		count: differed.length,
		paths: differed.slice(0, MAX_NAMED$1)
	};
	return {
		tree,
		isChanged: true,
		apart,
		earlier
	};
}
function versionOf({ path, mode, oid }) {
	return {
		path,
		mode,
		oid
	};
}
function apartFile(edit) {
	const reason = "it differed from the commit when the run began, and the run's change to it does not apply to the commit; `publish.include` in the policy takes such files whole";
	return {
		...versionOf(edit),
		rule: EARLIER_RULE,
		reason,
		isAnswerable: false
	};
}

// src/workspace/change/put-changes.ts
const INDEX = "apply-index";
const LINK = "120000";
const SUBMODULE = "160000";
async function prepareChanges(options) {
	const { root, gitDir, objects, hiddenAmong, pathVar, from, to, dir, session } = options;
	const edits = (await objects.edits(from, to)).filter(({ mode, oldMode }) => mode !== SUBMODULE && oldMode !== SUBMODULE);
	const env = {
		GIT_DIR: gitDir,
		GIT_WORK_TREE: root,
		GIT_INDEX_FILE: join(gitDir, INDEX),
		...configEnvironment([["core.splitIndex", "false"]])
	};
	const place = {
		cwd: root,
		path: trustedPath(pathVar, root),
		env
	};
	const git = createGit(place);
	const found = await contentsOf(git, options, edits);
	const removed = removedBy(edits);
	const hidden = await hiddenAmong(edits.flatMap(({ path, oldOid }) => found.has(path) || oldOid === void 0 ? [] : [path]));
	const conflicts = edits.filter(({ path, oldMode, oldOid }) => {
		if (hidden.has(path)) return false;
		const is = found.get(path);
		if (is === "folder") return oldOid !== void 0 || !isEmptiedBy(removed, root, path);
		return is?.oid !== oldOid || is?.mode !== oldMode;
	}).map(({ path }) => path);
	if (conflicts.length > 0) return { conflicts };
	await writeNew(options, edits, {
		git,
		stream: createGitStream(place)
	});
	const files = edits.map(({ path, mode }) => ({
		path,
		now: mode === void 0 ? void 0 : fileId(newFile(dir, path))
	}));
	return { kept: keepFiles(root, dir, {
		files,
		session
	}) };
}
function putChanges(root, dir, kept) {
	const removed = kept.files.filter(({ now }) => now === void 0);
	const placed = kept.files.filter(({ now }) => now !== void 0);
	const step = (work) => effect("checkout.put", work);
	try {
		for (const { path } of removed) step(() => removeWithFolders(root, path));
		for (const { path } of placed) step(() => placeFile({
			root,
			path,
			from: newFile(dir, path),
			dir
		}));
	} catch (error) {
		putBackOrSave(root, dir, kept);
		throw error;
	}
}
async function contentsOf(git, { root, from }, edits) {
	const found = /* @__PURE__ */ new Map();
	const files = [];
	const removed = removedBy(edits);
	for (const { path } of edits) {
		const inTheWay = inTheWayOf(root, path);
		if (inTheWay !== void 0 && !removed.has(inTheWay)) found.set(path, {
			mode: "special",
			oid: void 0
		});
		const stats = inTheWay === void 0 ? exactStats(join(root, path)) : void 0;
		if (stats === void 0) continue;
		if (stats.isDirectory()) found.set(path, "folder");
		else if (stats.isSymbolicLink()) {
			const target = readlinkSync(join(root, path), { encoding: "buffer" });
			found.set(path, {
				mode: LINK,
				oid: idOf("blob", target, from.length)
			});
		} else if (stats.isFile()) {
			found.set(path, {
				mode: (Number(stats.mode) & 64) === 0 ? "100644" : "100755",
				oid: void 0
			});
			files.push(path);
		} else found.set(path, {
			mode: "special",
			oid: void 0
		});
	}
	if (files.length === 0) return found;
	const ids = (await git({
		args: ["hash-object", "--stdin-paths"],
		input: Buffer.from(quotedLines(files))
	})).toString("utf8").trim().split("\n");
	files.forEach((path, index) => {
		const one = found.get(path);
		if (one !== void 0 && one !== "folder") found.set(path, {
			...one,
			oid: ids[index]
		});
	});
	return found;
}
function removedBy(edits) {
	return new Set(edits.filter(({ mode }) => mode === void 0).map(({ path }) => path));
}
async function writeNew({ root, gitDir, dir }, edits, { git, stream }) {
	const written = edits.filter(({ mode }) => mode !== void 0);
	if (written.length === 0) return;
	const lines = written.map(({ path, mode = "", oid = "" }) => `${mode} ${objectId(oid)}\t${path}\0`);
	const add = [
		"update-index",
		"-z",
		"--add",
		"--replace",
		"--verbose",
		"--index-info"
	];
	try {
		await git({
			args: add,
			input: Buffer.from(lines.join(""))
		});
		const args = [
			"checkout-index",
			"--all",
			`--prefix=${newFile(dir, "")}`
		];
		await asyncEffect("checkout.stage", () => stream({
			args,
			output: () => {}
		}));
	} finally {
		rmSync(join(gitDir, INDEX), { force: true });
	}
	for (const { path } of written) giveToOwner(root, newFile(dir, path));
}
function newFile(dir, path) {
	return `${join(dir, "new")}/${path}`;
}
function removeWithFolders(root, path) {
	rmSync(join(root, path), { force: true });
	for (let above = dirname(path); above !== "."; above = dirname(above)) try {
		rmdirSync(join(root, above));
	} catch {
		return;
	}
}

// src/workspace/git/tracked-paths.ts
const CONFIG = [
	TRUST_OWNER,
	["core.hooksPath", "/dev/null"],
	["core.fsmonitor", "false"],
	["core.splitIndex", "false"]
];
const MAX_NAMED = 200;
async function trackedAmong({ root, path }, paths) {
	if (paths.length === 0) return [];
	const named = paths.length > MAX_NAMED ? [] : paths.map(pathText);
	const env = {
		...configEnvironment(CONFIG),
		GIT_LITERAL_PATHSPECS: "1",
		GIT_OPTIONAL_LOCKS: "0"
	};
	const pieces = [];
	await createGitStream({
		cwd: root,
		path,
		env
	})({
		args: [
			"ls-files",
			"-z",
			"--cached",
			...named.every((one, index) => bytePath(one) === paths[index]) && named.length > 0 ? ["--", ...named] : []
		],
		output: (piece) => void pieces.push(piece)
	});
	const wanted = new Set(paths);
	const isWanted = (file) => {
		for (let end = file.length; end > 0; end = file.lastIndexOf("/", end - 1)) if (wanted.has(file.slice(0, end))) return true;
		return false;
	};
	const files = Buffer.concat(pieces).toString("latin1").split("\0");
	return [...new Set(files.filter((file) => file !== "" && isWanted(file)))];
}
async function passOver({ root, path }, index, files) {
	if (files.length === 0 || !existsSync(index)) return;
	const env = {
		...configEnvironment(CONFIG),
		GIT_INDEX_FILE: index
	};
	await createGitStream({
		cwd: root,
		path,
		env
	})({
		args: [
			"update-index",
			"-z",
			"--skip-worktree",
			"--stdin"
		],
		input: nulEnded(files),
		output: () => {}
	});
	appendFileSync(join(dirname(index), "config"), "[sparse]\nexpectFilesOutsideOfPatterns = true\n");
}

export { attributeFiles as A, createRemoteRefs as C, makeTrustedDirectory as D, checkOut as E, createGit as M, fetchOf as N, listBranches as O, require_src$1 as P, createTrustedGit as S, createLooseObjects as T, createWorkTrees as _, ownChange as a, judgedChange as b, carry as c, questionAbout as d, recordHeldFiles as f, changeRef as g, commitPatch as h, putChanges as i, attributesBy as j, remoteEnvironment as k, placingOf as l, patchFiles as m, trackedAmong as n, hindranceOf as o, mergeBase as p, prepareChanges as r, answerChange as s, passOver as t, filesBetween as u, applyPatch as v, parseTree as w, keysBrought as x, changeDigest as y };
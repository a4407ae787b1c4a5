"use strict";

const pulumi = require("@pulumi/pulumi");
const axios = require("axios");

const bodyOf = ({ name, useNext, proxyNextUpstream, sources }) => ({
  name,
  use_next: useNext,
  proxy_next_upstream: proxyNextUpstream,
  sources,
});

/** An origin group as most programs would have it that found no provider: an object literal, and one call in each method. */
const originGroupProvider = {
  async configure({ config }) {
    this.http = axios.create({
      baseURL: config.require("edgecloud:baseUrl"),
      headers: { authorization: `apikey ${config.require("edgecloud:apiKey")}` },
    });
  },

  async create(inputs) {
    const { data } = await this.http.post("/cdn/origin_groups", bodyOf(inputs));
    return { id: String(data.id), outs: { ...inputs, hasRelatedResources: data.has_related_resources } };
  },

  async read(id, props) {
    const { data } = await this.http.get(`/cdn/origin_groups/${id}`);
    return { id, props: { ...props, name: data.name, hasRelatedResources: data.has_related_resources } };
  },

  async update(id, olds, news) {
    const { data } = await this.http.put(`/cdn/origin_groups/${id}`, bodyOf(news));
    return { outs: { ...news, hasRelatedResources: data.has_related_resources } };
  },

  async delete(id) {
    await this.http.delete(`/cdn/origin_groups/${id}`);
  },
};

class OriginGroup extends pulumi.dynamic.Resource {
  constructor(name, args, opts) {
    super(originGroupProvider, name, { hasRelatedResources: undefined, ...args }, opts);
  }
}

module.exports = { OriginGroup };

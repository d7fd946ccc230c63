// A compute shader or a graphics pipeline in one Vulkan device, the first that the loader finds, with what a file lists in the order of the bindings of set 0.
//
//   vulkan compile SHADER.spv LIST CACHE      writes what the driver keeps of the pipeline, its machine code in it
//   vulkan run SHADER.spv LIST GROUPS         executes it on the contents of files, and writes FILE.out for each
//   vulkan graphics LIST CACHE                the same as compile, of a graphics pipeline
//   vulkan draw LIST                          draws a triangle with it, and writes what run does, and what the targets hold
//
// A line of LIST is "buffer FILE ..." (an array of storage buffers), "image FORMAT WIDTH HEIGHT FILE" (a storage image, its format as Vulkan numbers it, its
// texels one behind the other), "texture FORMAT WIDTH HEIGHT WRAP FILE" (the same with a sampler without filter, WRAP as Vulkan numbers it), "sampler" (one that
// nothing is read from), or "push FILE" (push constants). Of a graphics pipeline there are also "stage BIT SHADER.spv", "attribute FORMAT" (a buffer of its own for
// each), "target FORMAT WRITTEN BLEND FILE" (which components are written, and whether they are blended), and "set STATE=NUMBER".
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <vulkan/vulkan.h>

enum { MOST = 32, SIZE = 16 }; // SIZE: of what is drawn to, in pixels

typedef struct {
	VkDescriptorType type;
	int files, format, width, height, wrap;
	char file[MOST][1024];
	char *mapped[MOST];
	size_t size[MOST], row, pitch; // of images: bytes of a row of texels, and from one to the next in memory
} Binding;

static Binding bindings[MOST], targets[MOST]; // of targets, wrap says which components are written, files whether they are blended
static int count, targetCount, stageCount, stageBits[MOST], attributes[MOST], attributeCount;
static char stageFiles[MOST][1024];
static VkShaderStageFlags users = VK_SHADER_STAGE_COMPUTE_BIT;
static char *push;
static size_t pushed;

static void ok(VkResult r, const char *what) {
	if (r) {
		fprintf(stderr, "%s: error %d of Vulkan\n", what, r);
		exit(1);
	}
}

static void *load(const char *path, size_t *size) {
	FILE *f = fopen(path, "rb");
	if (!f) {
		perror(path);
		exit(1);
	}
	fseek(f, 0, SEEK_END);
	*size = ftell(f);
	rewind(f);
	void *data = malloc(*size);
	if (fread(data, 1, *size, f) != *size) exit(1);
	fclose(f);
	return data;
}

static FILE *create(const char *path) {
	FILE *f = fopen(path, "wb");
	if (!f) {
		perror(path);
		exit(1);
	}
	return f;
}

// States of a graphics pipeline that a list may set.
static struct {
	const char *name;
	int value;
} states[] = {{"topology", VK_PRIMITIVE_TOPOLOGY_TRIANGLE_LIST}, {"patch", 3}, {"samples", 1}, {"sample shading", 0}, {"alpha to coverage", 0}, {"depth", 0}};
enum { TOPOLOGY, PATCH, SAMPLES, SAMPLE_SHADING, ALPHA_TO_COVERAGE, DEPTH, STATES };

static char *next(void) { return strtok(0, " \n"); }
static int number(void) { return atoi(next()); }

// What only graphics pipelines have.
static int listed(const char *word) {
	if (!strcmp(word, "stage")) {
		stageBits[stageCount] = number();
		snprintf(stageFiles[stageCount++], sizeof stageFiles[0], "%s", next());
	} else if (!strcmp(word, "attribute")) {
		attributes[attributeCount++] = number();
	} else if (!strcmp(word, "target")) {
		Binding *b = &targets[targetCount++];
		b->format = number();
		b->wrap = number();
		b->files = number();
		snprintf(b->file[0], sizeof b->file[0], "%s", next());
	} else if (!strcmp(word, "set")) {
		char *name = strtok(0, "=");
		for (int i = 0; i < STATES; i++)
			if (!strcmp(name, states[i].name)) states[i].value = number();
	} else {
		return 0;
	}
	return 1;
}

static void list(const char *path) {
	FILE *f = fopen(path, "r");
	char line[8192];
	if (!f) {
		perror(path);
		exit(1);
	}
	while (fgets(line, sizeof line, f)) {
		Binding *b = &bindings[count];
		char *word = strtok(line, " \n");
		if (!strcmp(word, "push")) {
			push = load(next(), &pushed);
			continue;
		}
		if (listed(word)) continue;
		if (!strcmp(word, "sampler")) {
			bindings[count++].type = VK_DESCRIPTOR_TYPE_COMBINED_IMAGE_SAMPLER;
			continue;
		}
		b->type = !strcmp(word, "buffer") ? VK_DESCRIPTOR_TYPE_STORAGE_BUFFER : !strcmp(word, "image") ? VK_DESCRIPTOR_TYPE_STORAGE_IMAGE : VK_DESCRIPTOR_TYPE_COMBINED_IMAGE_SAMPLER;
		if (b->type != VK_DESCRIPTOR_TYPE_STORAGE_BUFFER) {
			b->format = number();
			b->width = number();
			b->height = number();
		}
		if (b->type == VK_DESCRIPTOR_TYPE_COMBINED_IMAGE_SAMPLER) b->wrap = number();
		while ((word = next())) snprintf(b->file[b->files++], sizeof b->file[0], "%s", word);
		count++;
	}
	fclose(f);
}

static VkDevice device;
static VkPhysicalDevice physical;
static VkDescriptorSetLayout setLayout;
static VkPipelineLayout layout;
static VkPipelineCache cache;
static VkPipeline pipeline;

static void begin(void) {
	VkApplicationInfo app = {VK_STRUCTURE_TYPE_APPLICATION_INFO, .apiVersion = VK_API_VERSION_1_3};
	VkInstanceCreateInfo ii = {VK_STRUCTURE_TYPE_INSTANCE_CREATE_INFO, .pApplicationInfo = &app};
	VkInstance instance;
	ok(vkCreateInstance(&ii, 0, &instance), "instance");
	uint32_t n = 1;
	vkEnumeratePhysicalDevices(instance, &n, &physical);
	if (n == 0) ok(VK_ERROR_DEVICE_LOST, "no device");
	VkPhysicalDeviceVulkan13Features f13 = {VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VULKAN_1_3_FEATURES};
	VkPhysicalDeviceVulkan12Features f12 = {VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VULKAN_1_2_FEATURES, &f13};
	VkPhysicalDeviceVulkan11Features f11 = {VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VULKAN_1_1_FEATURES, &f12};
	VkPhysicalDeviceFeatures2 features = {VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_FEATURES_2, &f11};
	vkGetPhysicalDeviceFeatures2(physical, &features);
	features.features.robustBufferAccess = f13.robustImageAccess = 0;
	float priority = 1;
	VkDeviceQueueCreateInfo qi = {VK_STRUCTURE_TYPE_DEVICE_QUEUE_CREATE_INFO, .queueCount = 1, .pQueuePriorities = &priority};
	VkDeviceCreateInfo di = {VK_STRUCTURE_TYPE_DEVICE_CREATE_INFO, &features, .queueCreateInfoCount = 1, .pQueueCreateInfos = &qi};
	ok(vkCreateDevice(physical, &di, 0, &device), "device");

	VkDescriptorSetLayoutBinding b[MOST];
	for (int i = 0; i < count; i++)
		b[i] = (VkDescriptorSetLayoutBinding){i, bindings[i].type, bindings[i].files ? bindings[i].files : 1, users, 0};
	VkDescriptorSetLayoutCreateInfo si = {VK_STRUCTURE_TYPE_DESCRIPTOR_SET_LAYOUT_CREATE_INFO, .bindingCount = count, .pBindings = b};
	ok(vkCreateDescriptorSetLayout(device, &si, 0, &setLayout), "layout");
	VkPushConstantRange range = {users, 0, pushed};
	VkPipelineLayoutCreateInfo li = {VK_STRUCTURE_TYPE_PIPELINE_LAYOUT_CREATE_INFO, .setLayoutCount = 1, .pSetLayouts = &setLayout,
		.pushConstantRangeCount = pushed > 0, .pPushConstantRanges = &range};
	ok(vkCreatePipelineLayout(device, &li, 0, &layout), "layout");
	VkPipelineCacheCreateInfo ci = {VK_STRUCTURE_TYPE_PIPELINE_CACHE_CREATE_INFO};
	ok(vkCreatePipelineCache(device, &ci, 0, &cache), "cache");
}

static VkPipelineShaderStageCreateInfo stage(VkShaderStageFlagBits bit, const char *path) {
	VkPipelineShaderStageCreateInfo s = {VK_STRUCTURE_TYPE_PIPELINE_SHADER_STAGE_CREATE_INFO, .stage = bit, .pName = "main"};
	VkShaderModuleCreateInfo mi = {VK_STRUCTURE_TYPE_SHADER_MODULE_CREATE_INFO};
	mi.pCode = load(path, &mi.codeSize);
	ok(vkCreateShaderModule(device, &mi, 0, &s.module), "shader");
	return s;
}

static void compute(const char *shader) {
	VkComputePipelineCreateInfo pi = {VK_STRUCTURE_TYPE_COMPUTE_PIPELINE_CREATE_INFO, .layout = layout, .stage = stage(VK_SHADER_STAGE_COMPUTE_BIT, shader)};
	ok(vkCreateComputePipelines(device, cache, 1, &pi, 0, &pipeline), "pipeline");
}

static void graphics(void) {
	VkPipelineShaderStageCreateInfo stages[MOST];
	VkVertexInputBindingDescription from[MOST];
	VkVertexInputAttributeDescription input[MOST];
	VkPipelineColorBlendAttachmentState blend[MOST];
	VkFormat formats[MOST];
	for (int i = 0; i < stageCount; i++) stages[i] = stage(stageBits[i], stageFiles[i]);
	for (int i = 0; i < attributeCount; i++) {
		from[i] = (VkVertexInputBindingDescription){i, 64, i % 3 == 2 ? VK_VERTEX_INPUT_RATE_INSTANCE : VK_VERTEX_INPUT_RATE_VERTEX};
		input[i] = (VkVertexInputAttributeDescription){i, i, attributes[i], 0};
	}
	for (int i = 0; i < targetCount; i++) {
		formats[i] = targets[i].format;
		blend[i] = (VkPipelineColorBlendAttachmentState){targets[i].files > 0, VK_BLEND_FACTOR_SRC_ALPHA, VK_BLEND_FACTOR_ONE, VK_BLEND_OP_ADD, VK_BLEND_FACTOR_ONE, VK_BLEND_FACTOR_ONE,
			VK_BLEND_OP_ADD, targets[i].wrap};
	}
	VkPipelineVertexInputStateCreateInfo vertex = {VK_STRUCTURE_TYPE_PIPELINE_VERTEX_INPUT_STATE_CREATE_INFO, 0, 0, attributeCount, from, attributeCount, input};
	VkPipelineInputAssemblyStateCreateInfo assembly = {VK_STRUCTURE_TYPE_PIPELINE_INPUT_ASSEMBLY_STATE_CREATE_INFO, .topology = states[TOPOLOGY].value};
	VkPipelineTessellationStateCreateInfo tessellation = {VK_STRUCTURE_TYPE_PIPELINE_TESSELLATION_STATE_CREATE_INFO, .patchControlPoints = states[PATCH].value};
	VkViewport port = {0, 0, SIZE, SIZE, 0, 1};
	VkRect2D all = {{0, 0}, {SIZE, SIZE}};
	VkPipelineViewportStateCreateInfo viewport = {VK_STRUCTURE_TYPE_PIPELINE_VIEWPORT_STATE_CREATE_INFO, 0, 0, 1, &port, 1, &all};
	VkPipelineRasterizationStateCreateInfo raster = {VK_STRUCTURE_TYPE_PIPELINE_RASTERIZATION_STATE_CREATE_INFO, .lineWidth = 1};
	VkPipelineMultisampleStateCreateInfo samples = {VK_STRUCTURE_TYPE_PIPELINE_MULTISAMPLE_STATE_CREATE_INFO, .rasterizationSamples = states[SAMPLES].value,
		.sampleShadingEnable = states[SAMPLE_SHADING].value, .minSampleShading = 1, .alphaToCoverageEnable = states[ALPHA_TO_COVERAGE].value};
	VkPipelineDepthStencilStateCreateInfo depth = {VK_STRUCTURE_TYPE_PIPELINE_DEPTH_STENCIL_STATE_CREATE_INFO, .depthTestEnable = states[DEPTH].value > 0,
		.depthWriteEnable = states[DEPTH].value > 0, .depthCompareOp = VK_COMPARE_OP_ALWAYS};
	VkPipelineColorBlendStateCreateInfo blending = {VK_STRUCTURE_TYPE_PIPELINE_COLOR_BLEND_STATE_CREATE_INFO, .attachmentCount = targetCount, .pAttachments = blend};
	VkPipelineRenderingCreateInfo rendering = {VK_STRUCTURE_TYPE_PIPELINE_RENDERING_CREATE_INFO, .colorAttachmentCount = targetCount, .pColorAttachmentFormats = formats,
		.depthAttachmentFormat = states[DEPTH].value};
	VkGraphicsPipelineCreateInfo pi = {VK_STRUCTURE_TYPE_GRAPHICS_PIPELINE_CREATE_INFO, &rendering, 0, stageCount, stages, &vertex, &assembly, &tessellation, &viewport, &raster, &samples,
		&depth, &blending, .layout = layout};
	ok(vkCreateGraphicsPipelines(device, cache, 1, &pi, 0, &pipeline), "pipeline");
}

static void compile(const char *out) {
	size_t size = 0;
	ok(vkGetPipelineCacheData(device, cache, &size, 0), "cache");
	void *data = malloc(size);
	ok(vkGetPipelineCacheData(device, cache, &size, data), "cache");
	FILE *f = create(out);
	if (fwrite(data, 1, size, f) != size || fclose(f)) exit(1);
}

static VkDeviceMemory memory(VkMemoryRequirements need) {
	VkMemoryAllocateInfo mi = {VK_STRUCTURE_TYPE_MEMORY_ALLOCATE_INFO, .allocationSize = need.size};
	VkDeviceMemory m;
	ok(vkAllocateMemory(device, &mi, 0, &m), "memory");
	return m;
}

static VkDescriptorBufferInfo buffer(Binding *b, int i) {
	char *data = load(b->file[i], &b->size[i]);
	VkBufferCreateInfo bi = {VK_STRUCTURE_TYPE_BUFFER_CREATE_INFO, .size = b->size[i], .usage = VK_BUFFER_USAGE_STORAGE_BUFFER_BIT};
	VkBuffer it;
	ok(vkCreateBuffer(device, &bi, 0, &it), "buffer");
	VkMemoryRequirements need;
	vkGetBufferMemoryRequirements(device, it, &need);
	VkDeviceMemory m = memory(need);
	ok(vkBindBufferMemory(device, it, m, 0), "memory");
	ok(vkMapMemory(device, m, 0, VK_WHOLE_SIZE, 0, (void **)&b->mapped[i]), "memory");
	memcpy(b->mapped[i], data, b->size[i]);
	return (VkDescriptorBufferInfo){it, 0, VK_WHOLE_SIZE};
}

static VkDescriptorImageInfo image(Binding *b, int i, VkImageUsageFlags usage) {
	char *data = load(b->file[i], &b->size[i]);
	int sampled = b->type == VK_DESCRIPTOR_TYPE_COMBINED_IMAGE_SAMPLER;
	VkImageCreateInfo ii = {VK_STRUCTURE_TYPE_IMAGE_CREATE_INFO, .imageType = VK_IMAGE_TYPE_2D, .format = b->format, .extent = {b->width, b->height, 1}, .mipLevels = 1,
		.arrayLayers = 1, .samples = 1, .tiling = VK_IMAGE_TILING_LINEAR, .usage = usage,
		.initialLayout = VK_IMAGE_LAYOUT_PREINITIALIZED};
	VkImage it;
	ok(vkCreateImage(device, &ii, 0, &it), "image");
	VkMemoryRequirements need;
	vkGetImageMemoryRequirements(device, it, &need);
	VkDeviceMemory m = memory(need);
	ok(vkBindImageMemory(device, it, m, 0), "memory");
	char *at;
	ok(vkMapMemory(device, m, 0, VK_WHOLE_SIZE, 0, (void **)&at), "memory");
	VkImageSubresource s = {VK_IMAGE_ASPECT_COLOR_BIT, 0, 0};
	VkSubresourceLayout l;
	vkGetImageSubresourceLayout(device, it, &s, &l);
	b->mapped[i] = at + l.offset, b->row = b->size[i] / b->height, b->pitch = l.rowPitch;
	for (int y = 0; y < b->height; y++) memcpy(b->mapped[i] + y * b->pitch, data + y * b->row, b->row);
	VkImageViewCreateInfo vi = {VK_STRUCTURE_TYPE_IMAGE_VIEW_CREATE_INFO, .image = it, .viewType = VK_IMAGE_VIEW_TYPE_2D, .format = b->format, .subresourceRange = {VK_IMAGE_ASPECT_COLOR_BIT, 0, 1, 0, 1}};
	VkImageView view;
	ok(vkCreateImageView(device, &vi, 0, &view), "view");
	VkSampler sampler = 0;
	VkSamplerCreateInfo si = {VK_STRUCTURE_TYPE_SAMPLER_CREATE_INFO, .addressModeU = b->wrap, .addressModeV = b->wrap, .addressModeW = b->wrap};
	if (sampled) ok(vkCreateSampler(device, &si, 0, &sampler), "sampler");
	return (VkDescriptorImageInfo){sampler, view, VK_IMAGE_LAYOUT_GENERAL};
}

static VkDescriptorSet described(void) {
	VkDescriptorPoolSize sizes[] = {{VK_DESCRIPTOR_TYPE_STORAGE_BUFFER, MOST}, {VK_DESCRIPTOR_TYPE_STORAGE_IMAGE, MOST}, {VK_DESCRIPTOR_TYPE_COMBINED_IMAGE_SAMPLER, MOST}};
	VkDescriptorPoolCreateInfo di = {VK_STRUCTURE_TYPE_DESCRIPTOR_POOL_CREATE_INFO, .maxSets = 1, .poolSizeCount = 3, .pPoolSizes = sizes};
	VkDescriptorPool pool;
	ok(vkCreateDescriptorPool(device, &di, 0, &pool), "descriptors");
	VkDescriptorSetAllocateInfo ai = {VK_STRUCTURE_TYPE_DESCRIPTOR_SET_ALLOCATE_INFO, .descriptorPool = pool, .descriptorSetCount = 1, .pSetLayouts = &setLayout};
	VkDescriptorSet set;
	ok(vkAllocateDescriptorSets(device, &ai, &set), "descriptors");

	for (int i = 0; i < count; i++) {
		for (int k = 0; k < bindings[i].files; k++) {
			VkWriteDescriptorSet w = {VK_STRUCTURE_TYPE_WRITE_DESCRIPTOR_SET, .dstSet = set, .dstBinding = i, .dstArrayElement = k, .descriptorCount = 1,
				.descriptorType = bindings[i].type};
			VkDescriptorBufferInfo b;
			VkDescriptorImageInfo im;
			if (bindings[i].type == VK_DESCRIPTOR_TYPE_STORAGE_BUFFER)
				b = buffer(&bindings[i], k), w.pBufferInfo = &b;
			else
				im = image(&bindings[i], k, bindings[i].type == VK_DESCRIPTOR_TYPE_STORAGE_IMAGE ? VK_IMAGE_USAGE_STORAGE_BIT : VK_IMAGE_USAGE_SAMPLED_BIT), w.pImageInfo = &im;
			vkUpdateDescriptorSets(device, 1, &w, 0, 0);
		}
	}

	return set;
}

static VkCommandBuffer commands(VkPipelineBindPoint point) {
	VkDescriptorSet set = described();
	VkCommandPoolCreateInfo pi = {VK_STRUCTURE_TYPE_COMMAND_POOL_CREATE_INFO};
	VkCommandPool from;
	ok(vkCreateCommandPool(device, &pi, 0, &from), "commands");
	VkCommandBufferAllocateInfo ci = {VK_STRUCTURE_TYPE_COMMAND_BUFFER_ALLOCATE_INFO, .commandPool = from, .commandBufferCount = 1};
	VkCommandBuffer cb;
	ok(vkAllocateCommandBuffers(device, &ci, &cb), "commands");
	VkCommandBufferBeginInfo gi = {VK_STRUCTURE_TYPE_COMMAND_BUFFER_BEGIN_INFO};
	ok(vkBeginCommandBuffer(cb, &gi), "commands");
	vkCmdBindPipeline(cb, point, pipeline);
	vkCmdBindDescriptorSets(cb, point, layout, 0, 1, &set, 0, 0);
	if (pushed) vkCmdPushConstants(cb, layout, users, 0, pushed, push);
	return cb;
}

// What an image or a buffer holds now.
static void keep(Binding *b, int k) {
	char path[2048];
	snprintf(path, sizeof path, "%s.out", b->file[k]);
	FILE *f = create(path);
	size_t rows = b->row ? b->height : 1, n = b->row ? b->row : b->size[k];
	for (size_t y = 0; y < rows; y++)
		if (fwrite(b->mapped[k] + y * b->pitch, 1, n, f) != n) exit(1);
	if (fclose(f)) exit(1);
}

static void submit(VkCommandBuffer cb) {
	ok(vkEndCommandBuffer(cb), "commands");
	VkQueue queue;
	vkGetDeviceQueue(device, 0, 0, &queue);
	VkSubmitInfo si = {VK_STRUCTURE_TYPE_SUBMIT_INFO, .commandBufferCount = 1, .pCommandBuffers = &cb};
	ok(vkQueueSubmit(queue, 1, &si, 0), "submit");
	ok(vkQueueWaitIdle(queue), "run");
	for (int i = 0; i < count; i++)
		for (int k = 0; k < bindings[i].files; k++) keep(&bindings[i], k);
}

static void run(int groups) {
	VkCommandBuffer cb = commands(VK_PIPELINE_BIND_POINT_COMPUTE);
	vkCmdDispatch(cb, groups, 1, 1);
	submit(cb);
}

static void draw(void) {
	VkRenderingAttachmentInfo to[MOST];
	for (int i = 0; i < targetCount; i++) {
		targets[i].width = targets[i].height = SIZE;
		VkDescriptorImageInfo im = image(&targets[i], 0, VK_IMAGE_USAGE_COLOR_ATTACHMENT_BIT);
		to[i] = (VkRenderingAttachmentInfo){VK_STRUCTURE_TYPE_RENDERING_ATTACHMENT_INFO, .imageView = im.imageView, .imageLayout = VK_IMAGE_LAYOUT_GENERAL,
			.loadOp = VK_ATTACHMENT_LOAD_OP_LOAD, .storeOp = VK_ATTACHMENT_STORE_OP_STORE};
	}
	VkRenderingInfo ri = {VK_STRUCTURE_TYPE_RENDERING_INFO, .renderArea = {{0, 0}, {SIZE, SIZE}}, .layerCount = 1, .colorAttachmentCount = targetCount, .pColorAttachments = to};
	VkCommandBuffer cb = commands(VK_PIPELINE_BIND_POINT_GRAPHICS);
	vkCmdBeginRendering(cb, &ri);
	vkCmdDraw(cb, 3, 1, 0, 0);
	vkCmdEndRendering(cb);
	submit(cb);
	for (int i = 0; i < targetCount; i++) keep(&targets[i], 0);
}

int main(int argc, char **argv) {
	if (argc == 5 && !strcmp(argv[1], "compile")) {
		list(argv[3]);
		begin();
		compute(argv[2]);
		compile(argv[4]);
	} else if (argc == 5 && !strcmp(argv[1], "run")) {
		list(argv[3]);
		begin();
		compute(argv[2]);
		run(atoi(argv[4]));
	} else if ((argc == 4 && !strcmp(argv[1], "graphics")) || (argc == 3 && !strcmp(argv[1], "draw"))) {
		users = VK_SHADER_STAGE_ALL_GRAPHICS;
		list(argv[2]);
		begin();
		graphics();
		if (argc == 4)
			compile(argv[3]);
		else
			draw();
	} else {
		fprintf(stderr, "usage: vulkan compile SHADER.spv LIST CACHE | run SHADER.spv LIST GROUPS | graphics LIST CACHE | draw LIST\n");
		return 2;
	}
	return 0;
}
